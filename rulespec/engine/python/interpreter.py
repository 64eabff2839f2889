"""The engine in Python."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from random import Random as Twister
from typing import Any

from attrs import Factory, define, field

from rulespec.engine.events.hearing import Hearing
from rulespec.engine.events.kinds import TURN
from rulespec.engine.events.log import Log, RawEvent, events, log_of
from rulespec.engine.options import RawAnswer
from rulespec.engine.pending import Chance, Decision, Option, Over
from rulespec.engine.python.asked import Outcome, asked, ended
from rulespec.engine.python.budget import LAWS, RETURNS, SCORE, WINNERS, exceeded, metered
from rulespec.engine.python.coupled import Coupling, Keys
from rulespec.engine.python.engine import Look
from rulespec.engine.python.explorer import ExploredLaw
from rulespec.engine.python.hearer import Hearer
from rulespec.engine.python.listener import Listener
from rulespec.engine.python.machine import NO_CIRCUMSTANCES, STOP, Machine, Operation, OutOfBudget
from rulespec.engine.python.position import Position, frozen
from rulespec.engine.python.program import ChanceNode, Program
from rulespec.engine.python.randomly import Random, below
from rulespec.engine.python.snapshot import LookedAt, Numbers, Snapshot, Trace, machine_at, traced
from rulespec.engine.python.waiting import Answer
from rulespec.engine.python.watched import Looks, Note, answer_looked_at, looked_at_after, looked_at_before, noted


@define(eq=False)
class Interpreter:
    """The engine in Python: it runs the operations of a program, or others that do the same and are watched."""

    program: Program
    code: list[Operation] = Factory(lambda self: self.program.code, takes_self=True)
    answers: Mapping[int, Answer] = Factory(
        lambda self: {pc: ask.answer for pc, ask in self.program.asks.items()}, takes_self=True
    )
    watched: bool = False
    name = "python"

    def begin(self, mc: Machine, pc: int, random: Random | None = None) -> "Thawable":
        mc.random, mc.singly = random, self.watched
        return self.goes_on(mc, pc)

    def goes_on(self, mc: Machine, pc: int, raw: RawAnswer = None, *, answered: bool = False) -> "Thawable":
        """Runs a machine from a place on, or from the answer to what it waits for, until somebody is asked."""
        program = self.program
        allowed = mc.left = min(program.budget, program.allowance - mc.spent)
        mc.exceeds = OutOfBudget
        try:
            mc.run(self.code, program.costs, self.answers[pc](mc, raw) if answered else pc)
        except OutOfBudget as error:
            raise exceeded(program, next(iter(error.args), mc.pc), allowed < program.budget) from None
        mc.spent += allowed - mc.left
        found = self.frozen(mc)
        if mc.pc not in program.asks:
            _ = found.pending  # before the state is anybody's: who has won can take too many steps, too
        return found

    def stand(
        self, position: Position, where: tuple[int, ...], log: Log, turns: int, dirty: int, spent: int = 0
    ) -> "Thawable":
        return Thawable(self, position, where, log, turns, dirty, spent)

    def hearer(self, hearing: Hearing) -> "Listener":
        return Listener(hearing)

    def numbers(self, seed: int) -> Random:
        return Twister(seed).random

    def games(self, mc: Machine, pc: int, layout: bytes, arrays: tuple[Any, ...], count: int, parts: int) -> None:
        return None

    def explorer(self, laws: Iterable[ExploredLaw]) -> None:
        return None

    def tree(
        self,
        worlds: Sequence[Snapshot],
        hearers: Sequence[Hearer],
        asked: Sequence[int],
        exploration: float,
        random: Random,
    ) -> None:
        return None

    def frozen(self, mc: Machine) -> "Thawable":
        """The snapshot of a machine that waits."""
        raws = None if mc.raws is None else tuple(mc.raws)
        return Thawable(self, frozen(mc), tuple(mc.where), mc.log, mc.turns, mc.dirty, mc.spent, raws, [mc])

    # ---- watching

    def adopt(self, snapshot: Snapshot) -> "Thawable":
        return self.stand(
            snapshot.position, snapshot.where, snapshot.log, snapshot.turns, snapshot.dirty, snapshot.spent
        )

    def before(self, places: Iterable[int], look: Look) -> "Interpreter":
        return self._with({pc: looked_at_before(self.code[pc], self._looking(pc, look)) for pc in places}, {})

    def after(self, places: Iterable[int], look: Look) -> "Interpreter":
        looks = {pc: self._looking(pc, look) for pc in places}
        return self._with(
            {pc: looked_at_after(self.code[pc], looking) for pc, looking in looks.items()},
            {pc: answer_looked_at(self.answers[pc], looking) for pc, looking in looks.items() if pc in self.answers},
        )

    def noting(self, notes: list[Note]) -> "Interpreter":
        code = zip(self.program.plan.code, self.code, strict=True)
        return self._with({pc: noted(pc, *each, notes) for pc, each in enumerate(code)}, {})

    def _with(self, code: Mapping[int, Operation], answers: Mapping[int, Answer]) -> "Interpreter":
        """The same with other operations in some places."""
        all_of_it = [code.get(pc, operation) for pc, operation in enumerate(self.code)]
        return Interpreter(self.program, all_of_it, {**self.answers, **answers}, watched=True)

    def _looking(self, pc: int, look: Look) -> Looks:
        """Looks at a machine as it stands between two instructions, as a snapshot that nobody watches."""
        plain = Interpreter(self.program)

        def looks(mc: Machine) -> None:
            warm = [mc]
            look(pc, Thawable(plain, frozen(mc), tuple(mc.where), mc.log, mc.turns, mc.dirty, mc.spent, (), warm))
            warm.clear()  # as it goes on

        return looks


@define(eq=False)
class Thawable:
    """A snapshot that is thawed to a machine whenever it goes on."""

    _engine: Interpreter
    position: Position
    where: tuple[int, ...]
    log: Log
    turns: int
    dirty: int
    spent: int = 0
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
    def active(self) -> int:
        return self.position.active

    @property
    def variables(self) -> tuple[int | None, ...]:
        return self.position.variables

    @property
    def stage(self) -> tuple[int, ...] | None:
        return self.position.stage

    @property
    def is_together(self) -> bool:
        return self.position.together is not None

    @property
    def raws(self) -> tuple[RawAnswer, ...]:
        if self._raws is None:
            mc = machine_at(self, self._engine.program)
            mc.known = {}
            waits = self._engine.program.code[mc.pc](mc) == STOP
            self._raws = tuple(mc.raws or ()) if waits else ()
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
        engine, mc = self._engine, self._machine()
        mc.random, mc.singly = random, engine.watched
        return engine.goes_on(mc, mc.pc, raw, answered=True)

    def take(self, option: object, random: Random | None = None, /) -> "Thawable | None":
        for at, each in enumerate(self.options):
            if each is option:
                return self.next(self.raws[at], random)
        return None

    def playout(self, seats: tuple[Numbers, ...], random: Numbers, trace: Trace | None = None, /) -> "Thawable":
        if len(seats) != self._engine.program.plan.table.players:
            raise ValueError("seats must have one item for each seat")
        snapshot, asks = self, self._engine.program.asks
        *picks, chance = [Twister(each).random if isinstance(each, int) else each for each in (*seats, random)]
        while raws := snapshot.raws:
            is_draw = isinstance(asks[snapshot.pc], ChanceNode)
            if trace is not None and not is_draw:
                traced(trace, snapshot, asks)
            pick = chance if is_draw else picks[snapshot.own]
            snapshot = snapshot.next(raws[below(len(raws), pick)], chance)
        if trace is not None:
            traced(trace, snapshot, asks)
        return snapshot

    def coupled(self, keys: Keys, seed: int, trace: Trace | None = None, /) -> "Thawable":
        snapshot, asks, coupling = self, self._engine.program.asks, Coupling(keys, seed, self.log)
        while snapshot.raws:
            is_draw = isinstance(asks[snapshot.pc], ChanceNode)
            if trace is not None and not is_draw:
                traced(trace, snapshot, asks)
            snapshot = snapshot.next(coupling.decided(snapshot) if is_draw else coupling.chosen(snapshot))
        if trace is not None:
            traced(trace, snapshot, asks)
        return snapshot

    def outcome(self) -> Outcome:
        program = self._engine.program
        mc = metered(program, machine_at(self, program), WINNERS)
        winners = None if program.winners is None else program.winners(mc, mc.active, None)
        if program.returns is None:
            return winners, None
        returns = []
        metered(program, mc, RETURNS)
        for mc.own in range(program.plan.table.players):
            returns.append(program.returns(mc, mc.own, None) or 0)
        return winners, tuple(returns)

    def scores(self) -> tuple[int, ...] | None:
        program = self._engine.program
        if program.score is None:
            return None
        mc, scores = metered(program, machine_at(self, program), SCORE), []
        for mc.own in range(program.plan.table.players):
            scores.append(program.score(mc, mc.own, None) or 0)
        return tuple(scores)

    def happened(self, kinds: int, /) -> list[RawEvent]:
        return [event for event in events(self.log) if kinds >> event[0] & 1]

    def turns_from(self, kinds: int, groups: tuple[int, ...], /) -> tuple[int, ...]:
        turn, met = 0, set[tuple[int, int]]()
        for event in events(self.log):
            turn += event[0] == TURN
            if kinds >> event[0] & 1 and groups[event[1]] >= 0:
                met.add((groups[event[1]], turn))
        turns = [0] * (max(groups, default=-1) + 1)
        for group, _ in met:
            turns[group] += 1
        return tuple(turns)

    @property
    def standing(self) -> Position:
        return self.position

    def retold(self, told: "Sequence[Snapshot]", /) -> "Thawable":
        log = log_of(chain.from_iterable(events(each.log) for each in told))
        return Thawable(self._engine, self.position, self.where, log, self.turns, self.dirty, self.spent, self._raws)

    def failing(self, laws: list[LookedAt], /) -> int:
        program, mc, found = self._engine.program, self._machine(), -1
        own, mc.own = mc.own, mc.active
        for law, earlier, now, then in laws:
            mc.circumstances, mc.earlier = now, None
            if earlier is not None:
                mc.earlier = metered(program, machine_at(earlier, program), LAWS - law)
                mc.earlier.circumstances = then
            if not program.laws[law](metered(program, mc, LAWS - law), mc.active, None):
                found = law
                break
        mc.own, mc.earlier, mc.circumstances = own, None, NO_CIRCUMSTANCES
        self._warm.append(mc)
        return found

    def _machine(self) -> Machine:
        """The machine that came to this state, if it is still as it was, and nobody else uses it; or another."""
        try:
            return self._warm.pop()
        except IndexError:
            return machine_at(self, self._engine.program)
