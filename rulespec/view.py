"""What one player may know, built from what the zones let him see and from what he heard."""

import marshal
from collections.abc import Iterator
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from rulespec.events.hearing import Hearing, Raw, events_since
from rulespec.events.telling import Event, Teller
from rulespec.knowledge.recall import Recall
from rulespec.knowledge.refusal import Question
from rulespec.knowledge.why import question_of, why, why_option
from rulespec.knowledge.worlds import Worlds
from rulespec.pending import Decision, Option, Over
from rulespec.plan.material import Card
from rulespec.run.options import HIDDEN
from rulespec.tree import declarations as d

if TYPE_CHECKING:
    from rulespec.ruleset import Ruleset
    from rulespec.state import State

SPECTATOR = -1  # no seat: whoever looks from there sees what everybody sees


@frozen
class Sight:
    """What lies on the table as one player sees it, in numbers, and what the game waits for."""

    rules: "Ruleset"
    players: int
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
        state, pending = self._state, self._state.pending
        places, zones = state._program.material.places, state.position[0]
        asked = pending.player if isinstance(pending, Decision) else None
        return Sight(
            state.rules,
            state.players,
            state.active,
            state.turns,
            tuple(
                cards if place.seen_by(self.player) else (HIDDEN,) * len(cards)
                for place, cards in zip(places, zones, strict=True)
            ),
            state.position[1],
            asked,
            pending if isinstance(pending, Decision) and asked == self.player else None,
            pending if isinstance(pending, Over) else None,
        )

    @cached_property
    def heard(self) -> tuple[Raw, ...]:
        """All that he heard, in numbers, oldest first; `log` tells it."""
        return Hearing(self._state._program, self.player).log(self._state._log)

    # ---- what lies on the table

    @property
    def rules(self) -> "Ruleset":
        return self._sight.rules

    @property
    def players(self) -> int:
        return self._sight.players

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
        place, material = self.rules.place(self.players, name, seat), self.rules.material(self.players)
        held = self._sight.zones[place]
        return (
            tuple(material.cards[card] for card in held) if material.places[place].seen_by(self.player) else len(held)
        )

    def counter(self, name: str, seat: int | None = None) -> int:
        return int(self._sight.variables[self.rules.variable(self.players, name, seat, d.Counter)] or 0)

    def note(self, name: str, seat: int | None = None) -> Any:
        """The word, or the seat, that stands on a note."""
        return self.rules.noted(self.players, self._sight.variables, name, seat)

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
        return Teller(self.rules.program(self.players)).tell(self.heard)

    def news(self, earlier: "View | None") -> tuple[Event, ...]:
        """What has happened since an earlier view of his in the same game, as `log` tells it; all if there was none."""
        if earlier is None:
            return self.log
        state, before = self.__dict__.get("_state"), earlier.__dict__.get("_state")
        raws = events_since(state._log, before._log) if state and before else None
        if raws is None:  # one of them is kept, and has no state
            return self.log[len(earlier.log) :]
        program = self.rules.program(self.players)
        return Teller(program).tell(tuple(Hearing(program, self.player).events(raws)))

    @cached_property
    def key(self) -> tuple[Any, ...]:
        """One value for an information state: all that he ever heard, and what he is asked now."""
        return *self.now, self.heard

    @cached_property
    def now(self) -> tuple[Any, ...]:
        """What he knows of what the game waits for."""
        sight, decision = self._sight, self.decision
        question = decision and (decision.prompt, tuple(option.text for option in decision.options))
        return self.players, self.player, sight.asked, question, sight.result and sight.result.returns

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
        return Recall(self.rules.program(self.players), self.player, self.heard)

    @cached_property
    def _question(self) -> Question | None:
        return question_of(self)

    @cached_property
    def _open_question(self) -> tuple[str, str] | None:
        """What somebody is asked, with the block that asks it, where everybody knows that."""
        pending = self._state.pending
        if not isinstance(pending, Decision) or self._state.position[7] is not None or not self.rules.asks_openly:
            return None
        return pending.prompt, pending.block

    # ---- comparing and keeping

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return self.key == other.key and self.rules == other.rules

    def __hash__(self) -> int:
        return hash(self.key)

    def kept(self, rules: "Ruleset", heard: tuple[Raw, ...]) -> "View":
        """The same view without its state, as it is pickled, with rules that nobody else plays by."""
        self.__dict__["heard"] = heard  # which need not be worked out again
        kept = self.__getstate__()
        view = object.__new__(View)
        view.__setstate__({**kept, "_sight": evolve(kept["_sight"], rules=rules)})
        return view

    def __getstate__(self) -> dict[str, Any]:
        sight = self._sight
        kept = evolve(sight, zones=_anew(sight.zones), variables=_anew(sight.variables))
        question = self._open_question and tuple(map(_anew, self._open_question))
        return {"player": self.player, "_sight": kept, "heard": _anew(self.heard), "_open_question": question}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)

    def __repr__(self) -> str:
        return "<View of a spectator>" if self.player == SPECTATOR else f"<View of seat {self.player}>"


def _anew(numbers: Any) -> Any:
    """A copy in which no two parts are one thing: what is one thing shows when it is pickled, and can tell of cards."""
    return marshal.loads(marshal.dumps(numbers, 0))
