"""What one player sees and has heard at a state: everything that he is told is derived from this."""

import marshal
from functools import cached_property
from typing import Any, assert_never

from attrs import evolve, frozen

from rulespec.engine.events.heard import Heard, heard_all
from rulespec.engine.events.hearing import SPECTATOR as SPECTATOR
from rulespec.engine.events.known import Known
from rulespec.engine.game import Game
from rulespec.engine.options import HIDDEN
from rulespec.engine.pending import Decision, Over
from rulespec.engine.python.memory import Memory
from rulespec.engine.rawstate import RawState
from rulespec.knowledge.recall import Recall
from rulespec.knowledge.refusal import Question, question_of
from rulespec.rules.material import Shown


@frozen
class Sight:
    """The table as one player sees it, in numbers, and what the game waits for."""

    active: int
    turns: int
    zones: tuple[tuple[Any, ...], ...]  # `HIDDEN` for each card that he does not see
    variables: tuple[int | None, ...]
    asked: int | None
    decision: Decision | None
    result: Over | None


class Perspective:
    """A state as one player knows it; a pickled one has no state, but everything that he can derive from it."""

    def __init__(self, state: RawState, player: int) -> None:
        self._state = state
        self.game = state.game
        self.player = player

    # ---- built on demand

    @cached_property
    def sight(self) -> Sight:
        """What he sees."""
        state = self._state
        places, zones = self.game.material.places, state.position.zones
        asked, decision, result = self.waiting
        return Sight(
            state.position.active,
            state.turns,
            tuple(_seen(place.shown_to(self.player), cards) for place, cards in zip(places, zones, strict=True)),
            state.position.variables,
            asked,
            decision,
            result,
        )

    @property
    def waiting(self) -> tuple[int | None, Decision | None, Over | None]:
        """The seat that the game waits for, this player's decision, and the result; None for each that there is not."""
        if self.is_kept:
            return self.sight.asked, self.sight.decision, self.sight.result
        pending = self._state.pending
        if isinstance(pending, Decision):
            return pending.player, pending if pending.player == self.player else None, None
        return None, None, pending if isinstance(pending, Over) else None

    @property
    def known(self) -> Known:
        """What he heard, with everything memoised about it."""
        return self._kept if self.is_kept else self._state.known(self.player)

    @cached_property
    def _kept(self) -> Known:
        return Known(self.game.hearing(self.player), None, self.__dict__["heard"])

    @property
    def heard(self) -> Heard:
        """The events that he heard, in numbers, oldest first."""
        return self.known.heard

    @property
    def now(self) -> tuple[Any, ...]:
        """What he knows of what the game waits for, as a hashable value."""
        asked, decision, result = self.waiting
        question = decision and (decision.prompt, tuple([option.text for option in decision.options]))
        return self.game.players, self.player, asked, question, result and result.returns

    @cached_property
    def open_question(self) -> tuple[str, str] | None:
        """What somebody is asked, and the block that asks it, if everybody knows that."""
        pending, position = self._state.pending, self._state.position
        if not isinstance(pending, Decision) or position.together is not None or not self.game.rules.asks_openly:
            return None
        return pending.prompt, pending.block

    @cached_property
    def recall(self) -> Recall:
        """Earlier tables as he saw them."""
        known = self.known
        earlier: Recall | None = known.made.get("recall")
        heard = known.heard
        recall = Recall(self.game.program, self.player, heard) if earlier is None else earlier.extended(heard)
        known.made["recall"] = recall
        return recall

    @cached_property
    def memory(self) -> Memory:
        """Where each card may be and have been, by what he heard."""
        known, hearer = self.known, self.game.hearer(self.player)
        if self.is_kept:
            memory = hearer.recalled(tuple(known.heard))
        else:
            memory = hearer.memory(self._state.snapshot, known.made.get("memory"))
        known.made["memory"] = memory
        return memory

    @cached_property
    def question(self) -> Question | None:
        """What he is asked, on the table as he sees it; None if its options depend on cards that he does not see."""
        decision = self.waiting[1]
        return None if decision is None else question_of(self.game, decision, self.recall)

    # ---- keeping

    @property
    def is_kept(self) -> bool:
        """Whether it holds no state."""
        return "_state" not in self.__dict__

    def kept(self, game: Game, known: Known) -> "Perspective":
        """The perspective without its state, as it is unpickled; `game` is an unshared copy."""
        kept = object.__new__(Perspective)
        kept.__dict__.update(self._sent(game), heard=known.heard, _kept=known)
        return kept

    def _sent(self, game: Game) -> dict[str, Any]:
        """What is pickled besides what was heard."""
        sight = self.sight
        seen = evolve(sight, zones=unshared(sight.zones), variables=unshared(sight.variables))
        question = self.open_question and tuple(map(unshared, self.open_question))
        return {"game": game, "player": self.player, "sight": seen, "open_question": question}

    def __getstate__(self) -> dict[str, Any]:
        return {**self._sent(self.game), "heard": heard_all(unshared(tuple(self.heard)))}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)

    def __repr__(self) -> str:
        return "<View of a spectator>" if self.player == SPECTATOR else f"<View of seat {self.player}>"


def _seen(shown: Shown, cards: tuple[int, ...]) -> tuple[Any, ...]:
    match shown:
        case "cards":
            return cards
        case "last":
            return (*(HIDDEN,) * len(cards[:-1]), *cards[-1:])
        case "number":
            return (HIDDEN,) * len(cards)
        case _:
            assert_never(shown)


def unshared(numbers: Any) -> Any:
    """A deep copy without shared references, which a pickle would reveal, and which can give cards away."""
    return marshal.loads(marshal.dumps(numbers, 0))
