"""The result of a scenario."""

from attrs import field, frozen

from rulespec.errors import Problem
from rulespec.failures import Failure
from rulespec.tree.source import Span


@frozen
class Outcome:
    """The result of a scenario that was `tried` in a number of ways: in `all` of them, or in a sample.

    One that a layer above declares `changed` must fail: `held` says whether everything is as intended.
    """

    key: str
    place: Span = field(repr=False)
    tried: int
    all: bool
    problem: Problem | None = None
    failure: Failure | None = field(default=None, repr=False)  # where there is a game to show
    changed: bool = False

    @property
    def held(self) -> bool:
        """Whether there is no problem."""
        return self.problem is None

    @property
    def message(self) -> str:
        """What is wrong; "" if nothing is."""
        return "" if self.problem is None else self.problem.message
