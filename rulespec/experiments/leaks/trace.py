"""The operations that two games went through, and where they parted."""

from attrs import define, field, frozen

from rulespec.engine.events.log import Log, events
from rulespec.engine.game import Game
from rulespec.engine.python.machine import Machine
from rulespec.engine.python.snapshot import Snapshot, machine_at
from rulespec.game.api import State
from rulespec.game.history import beginning, raw_answers
from rulespec.language.tree import statements as s
from rulespec.plan.plan import Branching

NEAR = 60  # operations within which two games are expected to meet again after a branch


@frozen(eq=False)
class TracedStep:
    """An operation of a game and the player it was done for; one that asks for a choice keeps its table, too."""

    pc: int
    own: int
    events: int  # that had happened before
    table: Machine | None

    def is_like(self, other: "TracedStep") -> bool:
        return (self.pc, self.own) == (other.pc, other.own)


@frozen(eq=False)
class PartedBranch:
    """The branch at which two games parted; if it is a choice, with the table of each."""

    branch: Branching
    tables: tuple[Machine, Machine] | None


@frozen(eq=False)
class GameStretch:
    """A game from `before` (None: its beginning) to `after`, up to the event of this number (None: to the end)."""

    before: State | None
    after: State
    event: int | None = None

    @property
    def steps(self) -> list[TracedStep]:
        """Its operations up to the one that emitted the event."""
        return [step for step in _way(self.after, self.before) if self.event is None or step.events <= self.event]


def parting(one: GameStretch, other: GameStretch) -> PartedBranch | None:
    """The last point at which two games parted for good; None if it is no statement of a block but a reason to end."""
    last = _last_together(one.steps, other.steps)
    return last and _parting(one.after, *last)


def asked_in(one: GameStretch, other: GameStretch, origin: int, seat: int) -> PartedBranch | None:
    """The divergence at a question of a simultaneous block; if only one game reaches it, the cause in the other."""
    ways = one.steps, other.steps
    pcs = [pc for pc, ask in one.after.game.program.asks.items() if ask.site.origin == origin]
    at = [[step for step in way if step.pc in pcs and step.own == seat][-1:] for way in ways]
    if all(at):
        return _parting(one.after, at[0][0], at[1][0])
    for end, way in enumerate(ways):
        if at[end]:
            del way[way.index(at[end][0]) + 1 :]
    last = _last_together(*ways)
    return last and _parting(one.after, *last)


def _parting(state: State, step: TracedStep, beside: TracedStep) -> PartedBranch | None:
    branch = state.game.program.plan.branches.get(step.pc)
    if branch is None:
        return None
    tables = None if step.table is None or beside.table is None else (step.table, beside.table)
    return PartedBranch(branch, tables)


def _way(state: State, since: State | None) -> list[TracedStep]:
    """The operations on the way to a state, beginning with the one at which `since` waits."""
    keeping = _Keeping(state.game)
    begun = None if since is None else sum(1 for _ in raw_answers(since))
    here = beginning(state, keeping.game)
    for at, raw in enumerate(raw_answers(state)):
        if at == begun:
            del keeping.steps[:-1]
        keeping.goes_on(here.raw_log)
        here = here.next(raw)
    return keeping.steps


@define(eq=False)
class _Keeping:
    """Records the steps of a game."""

    _plain: Game
    steps: list[TracedStep] = field(init=False, factory=list)
    _log: Log = field(init=False, default=None)  # at the last question
    _events: int = field(init=False, default=0)  # the length of that log

    @property
    def game(self) -> Game:
        """The game with an engine that records its steps here."""
        engine = self._plain.engine
        return self._plain.played_by(engine.before(range(len(self._plain.plan.code)), self._keep))

    def goes_on(self, log: Log) -> None:
        self._events += len(events(log, self._log))
        self._log = log

    def _keep(self, pc: int, now: Snapshot) -> None:
        branch = self._plain.plan.branches.get(pc)
        asks = branch is not None and isinstance(branch.statement, s.Choose)
        many = self._events + len(events(now.log, self._log))
        self.steps.append(TracedStep(pc, now.own, many, machine_at(now, self._plain.program) if asks else None))


def _last_together(way: list[TracedStep], beside: list[TracedStep]) -> tuple[TracedStep, TracedStep] | None:
    """The last step that both have in common before they part for good or one of them ends."""
    last, at, other = None, 0, 0
    while at < len(way) and other < len(beside):
        if way[at].is_like(beside[other]):
            last = way[at], beside[other]
            at, other = at + 1, other + 1
            continue
        meeting = _meeting(way[at : at + NEAR], beside[other : other + NEAR])
        if meeting is None:
            break
        at, other = at + meeting[0], other + meeting[1]
    return last


def _meeting(way: list[TracedStep], beside: list[TracedStep]) -> tuple[int, int] | None:
    """The fewest steps of each after which both are at the same operation again; None if they never are."""
    where: dict[tuple[int, int], int] = {}
    for at, step in enumerate(beside):
        where.setdefault((step.pc, step.own), at)
    found = [(at, where[step.pc, step.own]) for at, step in enumerate(way) if (step.pc, step.own) in where]
    return min(found, key=sum, default=None)
