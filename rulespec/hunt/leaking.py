"""W054, leaks: the two-world test, run beside the games of a hunt."""

from collections.abc import Iterator
from itertools import takewhile

from attrs import define, field

from rulespec.api import State
from rulespec.history import moves
from rulespec.hunt.observer import Observer, Played
from rulespec.hunt.report import Finding, Searched
from rulespec.leaks import Leak
from rulespec.leaks.search import ForkedGame, tried
from rulespec.suite.games import spread

EVENTS = 600  # events compared for each game of the hunt
SOON = 200  # games that are tried to show a leak after few answers
FEW = 6  # answers of players


@define(eq=False)
class Leaking(Observer):
    """Reports each statement that leaks once."""

    _trials: Iterator[tuple[Leak | None, int]] = field(init=False)
    _due: int = field(init=False, default=0)
    _looked: int = field(init=False, default=0)

    def __attrs_post_init__(self) -> None:
        self._trials = tried(self._rules, spread(self._rules.players), seed=self._budget.seed)

    def looks(self, played: Played) -> Iterator[Finding]:
        self._due = min(self._due + EVENTS, EVENTS * self._budget.effort)
        yield from self._compared()

    def sums_up(self, searched: Searched) -> Iterator[Finding]:
        self._due = EVENTS * self._budget.effort
        yield from self._compared()

    def _compared(self) -> Iterator[Finding]:
        while self._looked < self._due and not self._budget.is_over:
            leak, looked_through = next(self._trials, (None, self._due))
            self._looked += looked_through
            if leak is not None:
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
