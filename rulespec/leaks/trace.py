"""Which operations two games went through, and where one of them went another way than the other."""

from attrs import evolve, frozen

from rulespec.api import State
from rulespec.events.log import Log, events
from rulespec.game import Game
from rulespec.history import beginning, raw_answers
from rulespec.plan.plan import Branching
from rulespec.run.machine import Machine, Operation
from rulespec.tree import statements as s

NEAR = 60  # operations within which two courses are expected to come together again


@frozen(eq=False)
class Step:
    """An operation that was done, for whom, and of one that asks for a choice also the table as it was."""

    pc: int
    own: int
    events: int  # that had happened before
    table: Machine | None

    def is_like(self, other: "Step") -> bool:
        return (self.pc, self.own) == (other.pc, other.own)


@frozen(eq=False)
class Parting:
    """What sent two games different ways; where that is a choice, with the tables at which it came out differently."""

    branch: Branching
    tables: tuple[Machine, Machine] | None


@frozen(eq=False)
class Stretch:
    """A game from one state to another, up to some event (None: to its end)."""

    before: State | None
    after: State
    event: int | None = None

    @property
    def steps(self) -> list[Step]:
        """Its operations, the one that told the event being the last."""
        return [step for step in _way(self.after, self.before) if self.event is None or step.events <= self.event]


def parting(one: Stretch, other: Stretch) -> Parting | None:
    """The last point at which two games went different ways and did not come together again.

    None if it is no statement of a block: a reason to end.
    """
    last = _last_together(one.steps, other.steps)
    return last and _parting(one.after, *last)


def asked_in(one: Stretch, other: Stretch, origin: int, seat: int) -> Parting | None:
    """The same for a question at the same time as others; where only one game reaches it, what kept the other off."""
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


def _parting(state: State, step: Step, beside: Step) -> Parting | None:
    branch = state.game.program.plan.branches.get(step.pc)
    if branch is None:
        return None
    tables = None if step.table is None or beside.table is None else (step.table, beside.table)
    return Parting(branch, tables)


def _way(state: State, since: State | None) -> list[Step]:
    """The operations on the way to a state, from the one that waits in an earlier state or from the beginning."""
    steps: list[Step] = []
    begun = None if since is None else sum(1 for _ in raw_answers(since))
    here = beginning(state, _kept(state, steps))
    for at, raw in enumerate(raw_answers(state)):
        if at == begun:
            del steps[:-1]
        here = here.next(raw)
    return steps


def _kept(state: State, steps: list[Step]) -> Game:
    """The same game, with a program that records its steps."""
    program = state.game.program
    log: Log = None  # the one that was seen last
    many = 0  # the events that it has

    def keeping(pc: int, operation: Operation) -> Operation:
        branch = program.plan.branches.get(pc)
        asks = branch is not None and isinstance(branch.statement, s.Choose)

        def done(mc: Machine) -> int:
            nonlocal log, many
            log, many = mc.log, many + len(events(mc.log, log))
            steps.append(Step(pc, mc.own, many, _copy(mc) if asks else None))
            return operation(mc)

        return done

    return state.game.running(program.running([keeping(*each) for each in enumerate(program.code)]))


def _copy(mc: Machine) -> Machine:
    return evolve(
        mc, zones=mc.zones.copy(), variables=mc.variables.copy(), names=mc.names.copy(), where=mc.where.copy()
    )


def _last_together(way: list[Step], beside: list[Step]) -> tuple[Step, Step] | None:
    """The last step common to both, before they parted for good or one of them ended."""
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


def _meeting(way: list[Step], beside: list[Step]) -> tuple[int, int] | None:
    """After how many steps of each both are at the same operation again; the fewest."""
    where: dict[tuple[int, int], int] = {}
    for at, step in enumerate(beside):
        where.setdefault((step.pc, step.own), at)
    found = [(at, where[step.pc, step.own]) for at, step in enumerate(way) if (step.pc, step.own) in where]
    return min(found, key=sum, default=None)
