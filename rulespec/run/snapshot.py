"""Snapshots: positions with their history, which never change; and engines, which know how games go on from them."""

from collections.abc import Callable
from typing import Protocol

from attrs import define, field

from rulespec.events.log import Log
from rulespec.pending import Chance, Decision, Option, Over
from rulespec.plan.options import RawAnswer
from rulespec.run.asked import Outcome, asked, ended
from rulespec.run.machine import Machine
from rulespec.run.position import Position, frozen, thawed
from rulespec.run.program import ChanceNode, Program

Random = Callable[[], float]  # gives numbers in [0, 1)


class Snapshot(Protocol):
    """Where a game stands, as an engine keeps it."""

    @property
    def position(self) -> Position: ...  # everything that decides how the game can go on
    @property
    def where(self) -> tuple[int, ...]: ...  # the place of each card
    @property
    def log(self) -> Log: ...  # everything that happened, the newest first
    @property
    def turns(self) -> int: ...  # how many have begun
    @property
    def dirty(self) -> int: ...  # what has changed since the reasons to end were looked at
    @property
    def pc(self) -> int: ...  # the place in the plan
    @property
    def own(self) -> int: ...  # who acts, or is asked
    @property
    def raws(self) -> tuple[RawAnswer, ...]: ...  # what can be answered
    @property
    def options(self) -> tuple[Option, ...]: ...  # the same, as people read it
    @property
    def pending(self) -> Decision | Chance | Over: ...  # what the game waits for

    def next(self, raw: RawAnswer, random: Random | None = None, /) -> "Snapshot":
        """The snapshot after an answer and, with `random`, all draws that follow."""

    def take(self, option: object, random: Random | None = None, /) -> "Snapshot | None":
        """The snapshot after one of its options; None if this very object is none of them."""

    def playout(self, seats: tuple[Random, ...], random: Random, /) -> "Snapshot":
        """The snapshot at the end of the game: each seat takes any answer, by its own numbers; chance has others."""

    def outcome(self) -> "Outcome":
        """How the game has ended."""


class Engine(Protocol):
    """What plays a plan."""

    @property
    def name(self) -> str: ...

    def begin(self, mc: Machine, pc: int, random: Random | None = None) -> Snapshot:
        """The snapshot of a game that goes on from a place in the plan until somebody has to be asked."""

    def stand(self, position: Position, where: tuple[int, ...], log: Log, turns: int, dirty: int) -> Snapshot:
        """The snapshot of a game that waits in a position."""


@define(eq=False)
class Interpreter:
    """The engine in Python: it runs the operations of a program."""

    program: Program
    name = "python"

    def begin(self, mc: Machine, pc: int, random: Random | None = None) -> "Thawable":
        mc.random = random
        mc.run(self.program.code, pc)
        return self.frozen(mc)

    def stand(self, position: Position, where: tuple[int, ...], log: Log, turns: int, dirty: int) -> "Thawable":
        return Thawable(self, position, where, log, turns, dirty)

    def frozen(self, mc: Machine) -> "Thawable":
        """The snapshot of a machine that waits."""
        raws = None if mc.raws is None else tuple(mc.raws)
        return Thawable(self, frozen(mc), tuple(mc.where), mc.log, mc.turns, mc.dirty, raws, [mc])


@define(eq=False)
class Thawable:
    """A snapshot that is thawed to a machine whenever it goes on."""

    _engine: Interpreter
    position: Position
    where: tuple[int, ...]
    log: Log
    turns: int
    dirty: int
    _raws: tuple[RawAnswer, ...] | None = None
    _warm: list[Machine] = field(factory=list)
    _options: tuple[Option, ...] | None = None
    _pending: Decision | Chance | Over | None = None

    @property
    def pc(self) -> int:
        return self.position.pc

    @property
    def own(self) -> int:
        return self.position.own

    @property
    def raws(self) -> tuple[RawAnswer, ...]:
        if self._raws is None:
            program = self._engine.program
            mc = self._thawed()
            program.code[mc.pc](mc)
            self._raws = tuple(mc.raws or ())
        return self._raws

    @property
    def options(self) -> tuple[Option, ...]:
        if self._options is None:
            ask = self._engine.program.asks.get(self.pc)
            self._options = () if ask is None else ask.site.all(self.raws)
        return self._options

    @property
    def pending(self) -> Decision | Chance | Over:
        if self._pending is None:
            program = self._engine.program
            self._pending = asked(program, self.pc, self.own, self.options) or ended(program, self)
        return self._pending

    def next(self, raw: RawAnswer, random: Random | None = None, /) -> "Thawable":
        program = self._engine.program
        try:
            mc = self._warm.pop()  # the machine that came to this state is still as it was
        except IndexError:
            mc = self._thawed()
        mc.random = random
        mc.run(program.code, program.asks[mc.pc].answer(mc, raw))
        return self._engine.frozen(mc)

    def take(self, option: object, random: Random | None = None, /) -> "Thawable | None":
        for at, each in enumerate(self.options):
            if each is option:
                return self.next(self.raws[at], random)
        return None

    def playout(self, seats: tuple[Random, ...], random: Random, /) -> "Thawable":
        snapshot, asks = self, self._engine.program.asks
        while raws := snapshot.raws:
            pick = random if isinstance(asks[snapshot.pc], ChanceNode) else seats[snapshot.own]
            snapshot = snapshot.next(raws[int(pick() * len(raws))], random)
        return snapshot

    def outcome(self) -> Outcome:
        program, mc = self._engine.program, self._thawed()
        winners = None if program.winners is None else program.winners(mc, mc.active, None)
        if program.returns is None:
            return winners, None
        returns = []
        for mc.own in range(program.plan.table.players):
            returns.append(program.returns(mc, mc.own, None) or 0)
        return winners, tuple(returns)

    def _thawed(self) -> Machine:
        return thawed(self.position, self.where, self.log, self.turns, self.dirty)
