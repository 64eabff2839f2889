"""Looking at the laws while a game is played: where somebody is asked, and at what happens between two questions."""

from collections import Counter
from collections.abc import Callable, Iterable

from attrs import evolve, frozen

from rulespec.api import State
from rulespec.game import Game, Variables, Zones
from rulespec.history import begun, raw_answers
from rulespec.laws.broken import Broken
from rulespec.laws.memory import Memories, Memory, Tables
from rulespec.pending import Chance, Decision, Option, Over
from rulespec.plan import instructions as i
from rulespec.plan.options import RawAnswer
from rulespec.run.machine import Machine, Operation
from rulespec.run.program import ChanceNode, Program
from rulespec.run.values import Test
from rulespec.tree import declarations as d

Random = Callable[[], float]
_BETWEEN = frozenset(["after each effect", "after turn", "after round"])  # moments at which nobody is asked


@frozen(eq=False)
class _Law:
    key: str
    holds: Test
    compares: bool


class LawWatch:
    """Plays a ruleset for a number of players, and says of each step which law it has broken.

    Without names of `laws`, all are looked at. `looked` counts how often each was. States that it gives are of a `game`
    that looks at them on the way: they are equal to those of any other.
    """

    def __init__(self, game: Game, laws: Iterable[str] | None = None) -> None:
        self.looked: Counter[str] = Counter()
        self._plain = game
        self._laws: dict[d.Moment, list[_Law]] = {}
        test = game.program.executor.values.test
        wanted = None if laws is None else {name.removeprefix("always ") for name in laws}
        for key, law in zip(game.plan.named_laws, game.plan.laws, strict=True):
            if wanted is None or key.removeprefix("always ") in wanted:
                self._laws.setdefault(law.moment, []).append(_Law(key, test(law.test), law.compares))
        self._stepwise = "after each effect" in self._laws
        self._compares = any(law.compares for laws in self._laws.values() for law in laws)
        self._broken: Broken | None = None  # the first since somebody was asked
        self._tables: Tables = {}  # what the laws remember, while a step is made
        self._memories = Memories()
        self.game = game.running(self._watched(game.program)) if _BETWEEN & self._laws.keys() else game

    # ---- playing

    def begin(
        self, first: int = 0, random: Random | None = None, zones: Zones | None = None, variables: Variables = ()
    ) -> tuple[State, Broken | None]:
        """A new game, or a turn in a given position; with `random`, after the draws that come first."""
        drawing = None if self._stepwise else random
        return self._on(self._opened(first, zones, variables, drawing), random)

    def taken(self, state: State) -> State:
        """A state of any game of the same rules, as one that is watched from now on."""
        if state.game is self.game:
            return state
        return State.standing(self.game, state.position, state.where, state.raw_log, state.turns, state.dirty)

    def apply(self, state: State, answer: Option | str, random: Random | None = None) -> tuple[State, Broken | None]:
        """The next state, and what was broken on the way to it or at it; with `random`, after the draws that follow."""
        state = self.taken(state)
        self._broken, self._tables = None, dict(self._memory(state).after)
        if random is None or self._stepwise:
            return self._on(state.apply(answer), random)
        return self._on(state.advance(answer, random), random)

    def look(self, state: State) -> Broken | None:
        """What does not hold in a state, where somebody is asked or the game is over."""
        return self._first(self._resting(state), state.machine(), dict(self._memory(state).before))

    def holds(self, state: State) -> bool:
        """Whether what the laws say is the case in a state, whatever their moments; but for those that compare."""
        mc = state.machine()
        mc.own = mc.active
        laws = (law for laws in self._laws.values() for law in laws)
        return all(law.compares or law.holds(mc, mc.active, None) for law in laws)

    def _on(self, state: State, random: Random | None) -> tuple[State, Broken | None]:
        """Draws one card after the other, where a law is looked at after each."""
        while random is not None and isinstance(state.pending, Chance):
            options = state.pending.options
            state = state.apply(options[int(random() * len(options))])
        return state, self._rests(state)

    def _rests(self, state: State) -> Broken | None:
        """Looks at a state that has just come about; what was broken on the way to it comes first."""
        before, laws = dict(self._tables) if self._compares else {}, self._resting(state)
        found = self._first(laws, state.machine(), self._tables) if laws else None
        if self._compares:
            self._memories.keep(state.raw_log, Memory(before, dict(self._tables)))
        return self._broken or found

    # ---- remembering

    def _opened(self, first: int, zones: Zones | None, variables: Variables, random: Random | None) -> State:
        self._broken, self._tables = None, {"": self._plain.opening(first, zones, variables)[0]}
        return State.begin(self.game, first, zones, variables, random=random)

    def _memory(self, state: State) -> Memory:
        """What the laws remember at a state; where that is forgotten, its game is played again."""
        if not self._compares:
            return Memory({}, {})
        found = self._memories.at(state.raw_log)
        if found is None:
            begin, looked = begun(state), self.looked.copy()
            here = self._opened(begin.first, begin.zones, begin.variables, None)
            self._rests(here)
            for raw in raw_answers(state):
                here = here.next(raw)
                self._rests(here)
            found = self._memories.at(here.raw_log)
            assert found is not None
            self._memories.keep(state.raw_log, found)
            self.looked = looked
        return found

    # ---- looking

    def _resting(self, state: State) -> list[_Law]:
        """The laws that are looked at in a state as it stands."""
        match state.pending:
            case Chance():
                moments: tuple[d.Moment, ...] = ()
            case Decision():
                moments = ("asked or over", "when asked")
            case Over():
                moments = ("asked or over", "after game")
        return [law for moment in moments for law in self._laws.get(moment, ())]

    def _first(self, laws: Iterable[_Law], mc: Machine, tables: Tables) -> Broken | None:
        """The first law that does not hold; those that compare remember this table."""
        own, mc.own, broken, now = mc.own, mc.active, None, None
        for law in laws:
            self.looked[law.key] += 1
            if law.compares:
                mc.earlier = tables.get(law.key, tables[""])
            if not law.holds(mc, mc.active, None) and broken is None:
                broken = Broken(self._plain, law.key, mc.twin(), mc.earlier)
            if law.compares:
                now = now or mc.twin()
                tables[law.key] = now
                mc.earlier = None
        mc.own = own
        return broken

    def _look(self, moment: d.Moment, mc: Machine) -> None:
        found = self._first(self._laws.get(moment, ()), mc, self._tables)
        self._broken = self._broken or found

    def _watched(self, program: Program) -> Program:
        """A program that does the same, and looks at the laws between two questions."""
        plan = program.plan
        code = [self._operation(*each) for each in zip(plan.code, program.code, strict=True)]
        code[plan.turn_ended] = self._before("after turn", code[plan.turn_ended])
        code[plan.round_ended] = self._before("after round", code[plan.round_ended])
        watched = program.running(code)
        if self._stepwise:
            watched.asks = {
                pc: evolve(ask, answer=self._after_answer(ask.answer)) if isinstance(ask, ChanceNode) else ask
                for pc, ask in program.asks.items()
            }
        return watched

    def _operation(self, instruction: i.Instruction, operation: Operation) -> Operation:
        match instruction:
            case i.Happen() | i.Together() | i.TogetherEnds() | i.Draw() if self._stepwise:
                return self._after_effect(operation)
            case _:
                return operation

    def _after_effect(self, operation: Operation) -> Operation:
        def happens(mc: Machine) -> int:
            log = mc.log
            goes_on = operation(mc)
            if mc.log is not log:
                self._look("after each effect", mc)
            return goes_on

        return happens

    def _after_answer(self, answer: Callable[[Machine, RawAnswer], int]) -> Callable[[Machine, RawAnswer], int]:
        def answered(mc: Machine, raw: RawAnswer) -> int:
            goes_on = answer(mc, raw)
            self._look("after each effect", mc)
            return goes_on

        return answered

    def _before(self, moment: d.Moment, operation: Operation) -> Operation:
        if moment not in self._laws:
            return operation

        def ends(mc: Machine) -> int:
            if mc.turns:  # the first round begins where the others end
                self._look(moment, mc)
            return operation(mc)

        return ends
