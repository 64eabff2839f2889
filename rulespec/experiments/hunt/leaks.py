"""W054, leaks: the two-world test, run beside the games of a hunt."""

from collections.abc import Iterator
from itertools import takewhile
from random import Random

from attrs import define, field

from rulespec.experiments.hunt.exploration import Exploration
from rulespec.experiments.hunt.observed_game import ObservedGame
from rulespec.experiments.hunt.observer import Observer
from rulespec.experiments.hunt.report import Finding, Searched
from rulespec.experiments.leaks import Leak
from rulespec.experiments.leaks.leak_search import ForkedGame, LeakSearch
from rulespec.experiments.population import spread
from rulespec.game.api import State
from rulespec.game.history import history, moves
from rulespec.language.tree.source import Span

EVENTS = 600  # events compared for each game of the hunt
RARELY = 0.2  # of the games: what happens less often is looked for where it happened
STARTS = 10  # of such states are tried with each number of players,
TRIALS = 60  # so often in all, and each
TIMES = 20  # so often at most;
FAR = 400  # but none that comes after more answers
BACK = 4  # answers at most before what happened there
SOON_AFTER = 8  # answers of players after the worlds have parted
SOON = 200  # games that are tried to show a leak after few answers
FEW = 6  # answers of players


@define(eq=False)
class LeakObserver(Observer):
    """Reports each statement that leaks once."""

    _search: LeakSearch = field(init=False)
    _news: Iterator[Leak | None] = field(init=False)  # of each game of the search
    _due: int = field(init=False, default=0)  # events that are to be compared by now
    _told: set[Span] = field(init=False, factory=set)  # where something leaks

    def __attrs_post_init__(self) -> None:
        numbers, most = spread(self._rules.players), EVENTS * self._budget.effort
        self._search = LeakSearch(self._rules, numbers, effort=most, seed=self._budget.seed)
        self._news = self._search.run()

    def explored(self, exploration: Exploration) -> Iterator[Finding]:
        """Forks games shortly before something rare, where random games seldom come."""
        chance = Random(f"{self._budget.seed} {exploration.players} rare")
        ways = [[here for here, _ in history(state)] + [state] for state in exploration.rarely(RARELY, STARTS)]
        near = [way for way in ways if 1 < len(way) <= FAR]
        for *way, state in near:
            before = way[-BACK:]
            for _ in range(min(TIMES, TRIALS // len(near))):
                if self._budget.is_over:
                    return
                start, seed = before[chance.randrange(len(before))], chance.getrandbits(32)
                found, _ = ForkedGame(
                    self._rules, state.players, 0, SOON_AFTER, seed, why=False, start=start, towards=state
                ).leak()
                if found is not None and found.clause.span not in self._told:
                    self._told.add(found.clause.span)
                    yield Finding(found.problem, found.worlds[0])

    def looks(self, played: ObservedGame) -> Iterator[Finding]:
        self._due = min(self._due + EVENTS, EVENTS * self._budget.effort)
        yield from self._compared()

    def sums_up(self, searched: Searched) -> Iterator[Finding]:
        self._due = EVENTS * self._budget.effort
        yield from self._compared()

    def _compared(self) -> Iterator[Finding]:
        while self._search.compared < self._due and not self._budget.is_over:
            try:
                leak = next(self._news)
            except StopIteration:
                return
            if leak is not None and leak.clause.span not in self._told:
                self._told.add(leak.clause.span)
                leak = self._sooner(leak)
                yield Finding(leak.problem, leak.worlds[0])

    def _sooner(self, leak: Leak) -> Leak:
        """The leak in the shortest of some games that fork soon after the deal."""
        clause, dealt = leak.clause, _dealt(leak.worlds[0])
        for seed in range(SOON):
            if _answers(leak) <= FEW or self._budget.is_over:
                break
            players, before = leak.worlds[0].players, dealt + seed % FEW
            found, _ = ForkedGame(self._rules, players, before, FEW, seed, why=False).leak()
            if found is not None and found.clause == clause and _answers(found) < _answers(leak):
                leak = found
        return leak


def _answers(leak: Leak) -> int:
    """The number of answers of players before the leak."""
    return sum(seat is not None for seat, _, _ in moves(leak.worlds[0]))


def _dealt(state: State) -> int:
    """The number of draws before the first decision."""
    return len(list(takewhile(lambda move: move[0] is None, moves(state))))
