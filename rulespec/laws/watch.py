"""Looking at the laws while a game is played: where somebody is asked, and at what happens between two questions."""

from collections import Counter
from collections.abc import Callable, Iterable

from attrs import evolve

from rulespec.api import State
from rulespec.game import Game
from rulespec.laws.broken import Broken
from rulespec.pending import Chance, Decision, Option, Over
from rulespec.plan import instructions as i
from rulespec.plan.options import RawAnswer
from rulespec.rawstate import RawState
from rulespec.run.machine import Machine, Operation
from rulespec.run.program import ChanceNode, Program
from rulespec.run.values import Test
from rulespec.tree import declarations as d

Random = Callable[[], float]
_BETWEEN = frozenset(["after each effect", "after turn", "after round"])  # moments at which nobody is asked


class LawWatch:
    """Plays a ruleset for a number of players, and says of each step which law it has broken.

    Without names of `laws`, all are looked at. `looked` counts how often each was. States that it gives are of a `game`
    that looks at them on the way: they are equal to those of any other.
    """

    def __init__(self, game: Game, laws: Iterable[str] | None = None) -> None:
        self.looked: Counter[str] = Counter()
        self._broken: Broken | None = None  # the first since somebody was asked
        self._plain, wanted = game, None if laws is None else set(laws)
        test = game.program.executor.values.test
        self._laws: dict[d.Moment, list[tuple[str, Test]]] = {}
        for law in game.plan.laws:
            if wanted is None or law.block.removeprefix("always ") in wanted or law.block in wanted:
                self._laws.setdefault(law.moment, []).append((law.block, test(law.test)))
        self._stepwise = "after each effect" in self._laws
        self.game = game.running(self._watched(game.program)) if _BETWEEN & self._laws.keys() else game

    # ---- playing

    def begin(self, first: int = 0, random: Random | None = None) -> tuple[State, Broken | None]:
        """A new game; with `random`, after the draws of its beginning."""
        self._broken = None
        return self._on(State.begin(self.game, first, random=None if self._stepwise else random), random)

    def taken(self, state: State) -> State:
        """A state of any game of the same rules, as one that is watched from now on."""
        if state.game is self.game:
            return state
        raw = RawState(self.game, state.position, state.where, state.raw_log, state.turns, state.dirty)
        return State.of(raw)

    def apply(self, state: State, answer: Option | str, random: Random | None = None) -> tuple[State, Broken | None]:
        """The next state, and what was broken on the way to it or at it; with `random`, after the draws that follow."""
        self._broken = None
        state = self.taken(state)
        if random is None or self._stepwise:
            return self._on(state.apply(answer), random)
        return self._on(state.advance(answer, random), random)

    def look(self, state: State) -> Broken | None:
        """What does not hold in a state, where somebody is asked or the game is over."""
        match state.pending:
            case Chance():
                return None
            case Decision():
                moments: tuple[d.Moment, ...] = ("asked or over", "when asked")
            case Over():
                moments = ("asked or over", "after game")
        laws = [law for moment in moments for law in self._laws.get(moment, ())]
        return self._first(laws, state.machine()) if laws else None

    def _on(self, state: State, random: Random | None) -> tuple[State, Broken | None]:
        """Draws one card after the other, where a law is looked at after each."""
        broken = self._broken
        while random is not None and isinstance(state.pending, Chance):
            options = state.pending.options
            self._broken = None
            state = state.apply(options[int(random() * len(options))])
            broken = broken or self._broken
        return state, broken or self.look(state)

    # ---- looking

    def _first(self, laws: Iterable[tuple[str, Test]], mc: Machine) -> Broken | None:
        own, mc.own, broken = mc.own, mc.active, None
        for key, holds in laws:
            self.looked[key] += 1
            if not holds(mc, mc.active, None):
                mc.own = own
                broken = broken or Broken(self._plain, key, mc.twin())
                mc.own = mc.active
        mc.own = own
        return broken

    def _look(self, moment: d.Moment, mc: Machine) -> None:
        found = self._first(self._laws.get(moment, ()), mc)
        self._broken = self._broken or found

    def _watched(self, program: Program) -> Program:
        """A program that does the same, and looks at the laws between two questions."""
        plan = program.plan
        code = [self._operation(*each) for each in zip(plan.code, program.code, strict=True)]
        code[plan.turn_ended] = self._before("after turn", code[plan.turn_ended])
        code[plan.round_ended] = self._before("after round", code[plan.round_ended])
        watched = program.running(code)
        watched.asks = {
            pc: evolve(ask, answer=self._after_answer(ask.answer)) if isinstance(ask, ChanceNode) else ask
            for pc, ask in program.asks.items()
        }
        return watched

    def _operation(self, instruction: i.Instruction, operation: Operation) -> Operation:
        match instruction:
            case i.Happen() | i.Together() | i.TogetherEnds() | i.Draw():
                return self._after_effect(operation)
            case _:
                return operation

    def _after_effect(self, operation: Operation) -> Operation:
        if not self._stepwise:
            return operation

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
