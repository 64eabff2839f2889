"""Players who are told what they cannot know: beside the games, some are played on in two worlds."""

from collections.abc import Iterator

from attrs import define, field

from rulespec.api import Ruleset
from rulespec.hunt.observer import Budget, Played
from rulespec.hunt.report import Finding, Searched
from rulespec.leaks import Leak
from rulespec.leaks.search import tried

EVENTS = 250  # that are compared for each game of the hunt


@define(eq=False)
class Leaking:
    """The two-world test; each statement that leaks is told once."""

    _rules: Ruleset
    _budget: Budget = field(repr=False)
    _trials: Iterator[tuple[Leak | None, int]] = field(init=False)
    _left: int = field(init=False, default=0)

    def __attrs_post_init__(self) -> None:
        self._trials = tried(self._rules, seed=self._budget.seed)

    def looks(self, played: Played) -> Iterator[Finding]:
        self._left += EVENTS
        while self._left > 0 and not self._budget.is_over:
            leak, looked_through = next(self._trials, (None, self._left))
            self._left -= looked_through
            if leak is not None:
                yield Finding(leak.problem, leak.worlds[0])

    def sums_up(self, searched: Searched) -> Iterator[Finding]:
        yield from ()
