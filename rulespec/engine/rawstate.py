"""States in the engine's numbers: a snapshot of a game, what the game waits for, and the step to the next."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Self, cast

from rulespec.engine.events.known import Known
from rulespec.engine.events.log import Log, RawEvent, events, log_of, same_events
from rulespec.engine.game import Game, Variables, Zones
from rulespec.engine.native.engine import Standing
from rulespec.engine.options import RawAnswer
from rulespec.engine.pending import Option
from rulespec.engine.python.machine import Machine
from rulespec.engine.python.position import Position
from rulespec.engine.python.randomly import numbers_of
from rulespec.engine.python.snapshot import Numbers, Snapshot, machine_at
from rulespec.language.errors import require_type

_keep = object.__setattr__  # for what a state finds out about itself; it says the same before and after


class RawState(Standing):
    """A position and how it came about; `next` gives the state after an answer, which is of the same class.

    What is known of each player's hearing, here or at a state before, never changes.
    """

    __slots__ = ()
    game: Game

    @classmethod
    def begin(
        cls,
        game: Game,
        first: int,
        zones: Zones | None = None,
        variables: Variables = (),
        *,
        random: Callable[[], float] | None = None,
    ) -> Self:
        """A game that a seat begins: anew, or with its turn in a given position; `random` decides draws, see `next`."""
        if zones is None and random is None:
            return cls(game, game.beginning(first))
        mc, pc = game.opening(first, zones, variables)
        return cls(game, game.engine.begin(mc, pc, random))

    @classmethod
    def standing(
        cls, game: Game, position: Position, where: tuple[int, ...], log: Log, turns: int, dirty: int, spent: int = 0
    ) -> Self:
        """The state of a game that waits in a position."""
        return cls(game, game.engine.stand(position, where, log, turns, dirty, spent))

    @classmethod
    def of(cls, state: "RawState") -> Self:
        """A raw state as one of this class."""
        return cls(state.game, state.snapshot, state._known)  # noqa: SLF001 (its own)

    def meant(self, answer: Option | str, random: Callable[[], float] | None = None) -> Self:
        for option, raw in zip(self.snapshot.options, self.raws, strict=True):
            if option == answer or option.text == answer:
                return self.next(raw, random)
        said = sorted(answer.split(", ")) if isinstance(answer, str) else None
        for option, raw in zip(self.snapshot.options, self.raws, strict=True):
            if said is not None and len(option.names) == 1 and sorted(option.text.split(", ")) == said:  # of one set
                return self.next(raw, random)
        raise self.refusal(answer)

    def refusal(self, answer: Option | str) -> Exception:
        """What is wrong with what is no option."""
        return LookupError(f"{answer!r} is not an option here")

    def next(self, raw: RawAnswer, random: Callable[[], float] | None = None) -> Self:
        """The state after an answer and, with `random`, all draws that follow, each decided by a number in [0, 1)."""
        return self.after(self.snapshot.next(raw, random))

    def playout(self, seats: Sequence[Numbers | Random], random: Numbers | Random) -> Self:
        """The final state of a game in which each seat and chance choose uniformly, each with its own random numbers.

        Each source is a seed (fastest), a `random.Random`, or a function that returns numbers in [0, 1). Raises a
        `ValueError` unless `seats` has one for each seat.
        """
        require_type("seats", seats, Sequence, "a list with random numbers for each seat")
        picks = tuple([each if type(each) is int else numbers_of(each) for each in seats])
        return self.after(self.snapshot.playout(picks, random if type(random) is int else numbers_of(random)))

    def within(self, game: Game) -> Self:
        """The same state in another game of the same rules: one that is watched, or is not."""
        return self if game is self.game else type(self)(game, game.engine.adopt(self.snapshot))

    def machine(self) -> Machine:
        """A machine that stands as this state does, and can go its own way."""
        return machine_at(self.snapshot, self.game.program)

    # ---- what a snapshot says

    @property
    def position(self) -> Position:
        """Everything that determines the rest of the game, as plain data."""
        return self.snapshot.position

    @property
    def pc(self) -> int:
        """The place in the plan."""
        return self.snapshot.pc

    @property
    def own(self) -> int:
        """Who acts, or is asked."""
        return self.snapshot.own

    @property
    def active(self) -> int:
        """The seat whose turn it is."""
        return self.snapshot.active

    @property
    def variables(self) -> Variables:
        """Counters and notes in numbers, in the order of their declaration."""
        return self.snapshot.variables

    @property
    def where(self) -> tuple[int, ...]:
        """The place of each card."""
        return self.snapshot.where

    @property
    def raw_log(self) -> Log:
        """Everything that happened, the newest first."""
        return self.snapshot.log

    @property
    def turns(self) -> int:
        """The number of turns that have begun."""
        return self.snapshot.turns

    @property
    def dirty(self) -> int:
        """What has changed since the reasons to end were looked at."""
        return self.snapshot.dirty

    @property
    def raws(self) -> tuple[RawAnswer, ...]:
        """The options in the engine's numbers."""
        return self.snapshot.raws

    def option(self, raw: RawAnswer) -> Option:
        """The option for an answer in the engine's numbers."""
        return self.snapshot.options[self.raws.index(raw)]

    def known(self, player: int) -> Known:
        """What is made of what a player heard; it goes on from what was made of it at a state before."""
        found = self._known.get(player)
        if found is None or found.at is not self.snapshot:
            found = self._known_here(player, found)
            _keep(self, "_known", {**self._known, player: found})
        return found

    def _known_here(self, player: int, earlier: Known | None) -> Known:
        hearer, snapshot = self.game.hearer(player), self.snapshot
        further = None if earlier is None else hearer.heard_since(snapshot, cast(Snapshot, earlier.at), earlier.heard)
        if earlier is not None and further is not None:
            return earlier.further(snapshot, further)
        return Known(self.game.hearing(player), snapshot, hearer.heard(snapshot))

    def made(self, name: str, make: Callable[["RawState", object], object]) -> object:
        """What is made of the whole game up to here; `make` is also given what it made at a state before, or None."""
        at, found = self._known.get(name, (None, None))
        if at is not self.snapshot:
            found = make(self, found)
            _keep(self, "_known", {**self._known, name: (self.snapshot, found)})
        return found

    # ---- comparing and keeping

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RawState):
            return NotImplemented
        return (
            self.position == other.position
            and self.game == other.game
            and self.turns == other.turns
            and same_events(self.raw_log, other.raw_log)
        )

    def __hash__(self) -> int:
        return hash((self.position, self.turns))

    def __reduce__(self) -> tuple[Any, ...]:
        data = (self.position, self.where, tuple(events(self.raw_log)), self.turns, self.dirty)
        return _restored, (type(self), self.game, *data, self.snapshot.spent)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


def _restored(
    cls: type[RawState],
    game: Game,
    position: Position,
    where: tuple[int, ...],
    told: tuple[RawEvent, ...],
    turns: int,
    dirty: int,
    spent: int,
) -> RawState:
    return cls.standing(game, position, where, log_of(told), turns, dirty, spent)
