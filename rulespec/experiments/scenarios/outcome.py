"""The result of a scenario."""

from functools import cached_property

from attrs import field, frozen

from rulespec.experiments.failures import Failure
from rulespec.game.api import State
from rulespec.language.errors import Problem
from rulespec.language.tree.source import Span


@frozen(slots=False)  # without slots for the cached property
class Outcome:
    """The result of a scenario that was `tried` in a number of ways: in `all` of them, or in a sample.

    One that a layer above declares `changed` must fail: `held` says whether everything is as intended.
    """

    key: str
    place: Span = field(repr=False)
    tried: int
    all: bool
    problem: Problem | None = None
    state: State | None = field(default=None, repr=False, eq=False)  # where it failed, if there is a game to show
    spec: str = field(default="", repr=False, eq=False)  # how its rules are loaded
    changed: bool = False

    @property
    def held(self) -> bool:
        """True if there is no problem."""
        return self.problem is None

    @property
    def message(self) -> str:
        """The fault; "" if there is none."""
        return "" if self.problem is None else self.problem.message

    @cached_property
    def failure(self) -> Failure | None:
        """The game that shows the problem, if there is one; it is played anew."""
        if self.problem is None or self.state is None:
            return None
        return Failure(self.problem, self.state, self.spec)
