"""Choices whose answers make no difference: whatever is chosen, the game can go on in the same ways."""

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

from attrs import define, evolve, field, frozen

from rulespec.api import Ruleset, State
from rulespec.errors import problem
from rulespec.events import kinds as k
from rulespec.events.log import events
from rulespec.failures import shortest_attempt
from rulespec.hunt.essence import Essences
from rulespec.hunt.observer import Budget, Played
from rulespec.hunt.report import Finding, Searched
from rulespec.pending import Decision, Option
from rulespec.plan.options import RawAnswer
from rulespec.plan.plan import Branching
from rulespec.tree.source import Span

TRIED = 6  # answers at a time
ENOUGH = 10  # times that nothing came of a choice
OFTEN = 60  # times after which a choice is not looked at any more
EFFORT = 5_000  # answers that are tried to find a shorter game, about half a second


@define(eq=False)
class IdleChoices:
    """Tries several answers wherever somebody is asked, until they have made a difference there."""

    _rules: Ruleset
    _budget: Budget
    _matters: set[Span] = field(init=False, factory=set)  # places at which they have
    _idle: Counter[Span] = field(init=False, factory=Counter)  # how often they have not
    _shown: dict[Span, tuple[State, State]] = field(init=False, factory=dict)  # before and after one of them
    _essences: dict[int, Essences] = field(init=False, factory=dict)

    def looks(self, played: Played) -> Iterable[Finding]:
        """Nothing yet: an answer can matter but now and then."""
        for state in played.states[played.fresh :]:
            if not isinstance(state.pending, Decision) or len(state.raws) < 2:
                continue
            place = _asking(state).statement.span
            if place in self._matters or self._idle[place] >= OFTEN:
                continue
            if self._differ(state):
                self._matters.add(place)
            else:
                self._idle[place] += 1
                self._shown.setdefault(place, (state, state.next(state.raws[0])))
        return ()

    def sums_up(self, searched: Searched) -> Iterator[Finding]:
        """The choices whose answers never made any."""
        for place, times in self._idle.items():
            if place not in self._matters and times >= ENOUGH:
                yield self._finding(place, times)

    def _finding(self, place: Span, times: int) -> Finding:
        before, after = self._shown[place]
        asks, shown = _asking(before), shortest_attempt(after, lambda first: _Asked(first, place), effort=EFFORT)
        rules, said = self._rules.resolved, asks.statement.span.text.splitlines()[0].strip()
        what = f"it makes no difference what is answered to '{said}': in {times} cases, every answer led to the same"
        problem_ = problem("W063", asks.statement.span, what, "let something depend on it, or ask nobody")
        return Finding(problem_, shown.state, rules.entry(asks.key).changes[-1].layer != rules.composed.layers[-1].name)

    def _differ(self, state: State) -> bool:
        """Whether any two of some answers lead to different positions, or show players different cards."""
        raws = state.raws
        some = raws if len(raws) <= TRIED else (*Random(len(raws)).sample(raws[:-1], TRIED - 1), raws[-1])
        return len({self._after(state, raw) for raw in some}) > 1

    def _after(self, state: State, raw: RawAnswer) -> object:
        after = state.next(raw)
        shown = tuple(told for told in events(after.raw_log, state.raw_log) if told[0] == k.SHOW)
        return self._of(state.players).of(after.position), after.turns, shown

    def _of(self, players: int) -> Essences:
        if players not in self._essences:
            self._essences[players] = Essences(self._rules.game(players), outcome=True)
        return self._essences[players]


@frozen(eq=False)
class _Asked:
    """A game on the way to where somebody has answered at a place."""

    state: State
    _place: Span
    failed: bool = False

    def after(self, option: Option) -> "_Asked":
        here = self.state
        asked = (
            isinstance(here.pending, Decision) and len(here.raws) > 1 and _asking(here).statement.span == self._place
        )
        return evolve(self, state=here.apply(option), failed=self.failed or asked)


def _asking(state: State) -> Branching:
    """The clause by which somebody is asked."""
    return state.game.plan.branches[state.pc]
