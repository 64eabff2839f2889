"""What one player may know, built from what the zones let him see and from what he heard."""

import marshal
from collections.abc import Iterator
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, cast

from attrs import evolve, frozen

from rulespec.events.hearing import Hearing
from rulespec.events.telling import Event
from rulespec.game import Game
from rulespec.knowledge.heard import Heard, heard_all
from rulespec.knowledge.known import Known
from rulespec.knowledge.recall import Recall
from rulespec.knowledge.refusal import Question
from rulespec.knowledge.why import question_of, why, why_option
from rulespec.knowledge.worlds import Worlds
from rulespec.pending import Decision, Option, Over
from rulespec.plan.material import Card
from rulespec.run.options import HIDDEN

if TYPE_CHECKING:
    from rulespec.ruleset import Ruleset
    from rulespec.state import State

SPECTATOR = -1  # no seat: whoever looks from there sees what everybody sees


@frozen
class Sight:
    """What lies on the table as one player sees it, in numbers, and what the game waits for."""

    game: Game
    active: int
    turns: int
    zones: tuple[tuple[Any, ...], ...]  # `HIDDEN` for each card that he does not see
    variables: tuple[int | None, ...]
    asked: int | None
    decision: Decision | None
    result: Over | None


@frozen(eq=False, repr=False, slots=False)  # made for each decision: see Decision
class View:
    """A state as one player sees it. Two are equal if he cannot tell them apart; a view that is kept has no state."""

    _state: "State"
    player: int

    # ---- what is built, once it is asked for

    @cached_property
    def _sight(self) -> Sight:
        state = self._state
        places, zones = state.game.material.places, state.position.zones
        _, asked, decision, result = self._waiting
        return Sight(
            state.game,
            state.active,
            state.turns,
            tuple(
                cards if place.seen_by(self.player) else (HIDDEN,) * len(cards)
                for place, cards in zip(places, zones, strict=True)
            ),
            state.position.variables,
            asked,
            decision,
            result,
        )

    @property
    def _known(self) -> Known:
        own = self.__dict__
        state: State | None = own.get("_state")
        if state is not None:
            return state.known(self.player)
        if "_kept" not in own:
            own["_kept"] = Known(Hearing(self.game.program, self.player), None, own["heard"])
        kept: Known = own["_kept"]
        return kept

    @property
    def heard(self) -> Heard:
        """All that he heard, in numbers, oldest first; `log` tells it."""
        return self._known.heard

    # ---- what lies on the table

    @property
    def game(self) -> Game:
        """The rules for so many players, with the names of things in the engine's numbers."""
        return self._sight.game

    @property
    def rules(self) -> "Ruleset":
        return cast("Ruleset", self.game.rules)

    @property
    def players(self) -> int:
        return self.game.players

    @property
    def active(self) -> int:
        """The seat whose turn it is."""
        return self._sight.active

    @property
    def turns(self) -> int:
        """How many turns have begun."""
        return self._sight.turns

    def zone(self, name: str, seat: int | None = None) -> tuple[Card, ...] | int:
        """The cards of a zone that this player can see; of any other zone, how many it holds."""
        place, material = self.game.place(name, seat), self.game.material
        held = self._sight.zones[place]
        return (
            tuple(material.cards[card] for card in held) if material.places[place].seen_by(self.player) else len(held)
        )

    def counter(self, name: str, seat: int | None = None) -> int:
        return self.game.counter(self._sight.variables, name, seat)

    def note(self, name: str, seat: int | None = None) -> Any:
        """The word, or the seat, that stands on a note."""
        return self.game.note(self._sight.variables, name, seat)

    @property
    def variables(self) -> tuple[int | None, ...]:
        """All counters and notes in numbers, in the order of their declaration."""
        return self._sight.variables

    # ---- what the game waits for

    @property
    def asked(self) -> int | None:
        """The seat that has to decide, if the game waits for a decision."""
        return self._sight.asked

    @property
    def decision(self) -> Decision | None:
        """The decision in front of this player, if there is one."""
        return self._sight.decision

    @property
    def result(self) -> Over | None:
        """How the game ended, if it has."""
        return self._sight.result

    # ---- what he knows

    @property
    def log(self) -> tuple[Event, ...]:
        """Everything that happened, as he saw it."""
        return self._known.told

    def news(self, earlier: "View | None") -> tuple[Event, ...]:
        """What has happened since an earlier view of his in the same game, as `log` tells it; all if there was none."""
        if earlier is None:
            return self.log
        return self._known.since(earlier.heard)

    @cached_property
    def key(self) -> tuple[Any, ...]:
        """One value for an information state: all that he ever heard, and what he is asked now."""
        return *self.now, self.heard

    @cached_property
    def now(self) -> tuple[Any, ...]:
        """What he knows of what the game waits for."""
        players, asked, decision, result = self._waiting
        question = decision and (decision.prompt, tuple([option.text for option in decision.options]))
        return players, self.player, asked, question, result and result.returns

    @property
    def _waiting(self) -> tuple[int, int | None, Decision | None, Over | None]:
        """How many play, whom the game waits for, what he is asked, and how it ended, without the table."""
        state: State | None = self.__dict__.get("_state")
        if state is None:
            return self.players, self.asked, self.decision, self.result
        pending = state.pending
        if isinstance(pending, Decision):
            return state.players, pending.player, pending if pending.player == self.player else None, None
        return state.players, None, None, pending if isinstance(pending, Over) else None

    def sample(self, random: Random) -> "State":
        """A state, with its history, that this player cannot tell from the one he plays in: each is equally likely."""
        if not isinstance(random, Random):
            raise TypeError(f"view.sample needs a random.Random, not {random!r}: view.sample(Random(1))")
        return self._worlds.sample(random)

    def worlds(self) -> Iterator["State"]:
        """All states, each with its history, that this player cannot tell from the one he plays in.

        A `WorldsError` where there are too many.
        """
        return Worlds(self).all()

    def why(self, option: Option | str | None = None) -> str:
        """Why things are as they are, or why an option is offered to him or not: each line a sentence with its rule."""
        return why(self) if option is None else why_option(self, option)

    @cached_property
    def _worlds(self) -> Worlds:
        return Worlds(self)

    # ---- what `why` works with, once it is asked for

    @cached_property
    def _recall(self) -> Recall:
        return Recall(self.game.program, self.player, self.heard)

    @cached_property
    def _question(self) -> Question | None:
        return question_of(self)

    @cached_property
    def _open_question(self) -> tuple[str, str] | None:
        """What somebody is asked, with the block that asks it, where everybody knows that."""
        pending = self._state.pending
        if not isinstance(pending, Decision) or self._state.position.together is not None or not self.rules.asks_openly:
            return None
        return pending.prompt, pending.block

    # ---- comparing and keeping

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return self.key == other.key and self.rules == other.rules

    def __hash__(self) -> int:
        return hash(self.key)

    def kept(self, game: Game, known: Known) -> "View":
        """The same view without its state, as it is pickled, with a game that nobody else plays."""
        view = object.__new__(View)
        view.__setstate__({**self._sent(game), "heard": known.heard, "_kept": known})
        return view

    def __getstate__(self) -> dict[str, Any]:
        return {**self._sent(self.game), "heard": heard_all(unshared(tuple(self.heard)))}

    def _sent(self, game: Game) -> dict[str, Any]:
        """What a view brings along besides what was heard."""
        sight = self._sight
        kept = evolve(sight, game=game, zones=unshared(sight.zones), variables=unshared(sight.variables))
        question = self._open_question and tuple(map(unshared, self._open_question))
        return {"player": self.player, "_sight": kept, "_open_question": question}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)

    def __repr__(self) -> str:
        return "<View of a spectator>" if self.player == SPECTATOR else f"<View of seat {self.player}>"


def unshared(numbers: Any) -> Any:
    """A copy in which no two parts are one thing: what is one thing shows when it is pickled, and can tell of cards."""
    return marshal.loads(marshal.dumps(numbers, 0))
