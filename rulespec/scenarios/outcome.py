"""What came of trying a scenario."""

from attrs import field, frozen

from rulespec.errors import Problem
from rulespec.failures import Failure
from rulespec.tree.source import Span


@frozen
class Outcome:
    """A scenario that was tried in so many ways: in `all` that there are, or else in some that are spread over them.

    One that is `changed` by a file above has to hold no longer: `held` says whether all is as it is meant to be.
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
        return self.problem is None

    @property
    def message(self) -> str:
        """What is wrong, nothing if all is well."""
        return "" if self.problem is None else self.problem.message
