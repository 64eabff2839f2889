"""A game that is tried: how it stands, and whether it has failed on the way."""

from collections.abc import Callable
from typing import Protocol, Self

from attrs import field, frozen

from rulespec.api import State
from rulespec.pending import Option

Fails = Callable[[State], bool]


class Attempt(Protocol):
    """A game as far as it has been tried, by whoever knows what a failure is: it may keep more than the state."""

    @property
    def state(self) -> State:
        """How the game stands."""

    @property
    def failed(self) -> bool:
        """Whether the failure has happened, on the way to the state or at it."""

    def after(self, option: Option) -> Self:
        """The game after an option of the state."""


Begin = Callable[[State], Attempt]  # an attempt that begins with this state, of a game before anything has happened


@frozen(eq=False)
class Judged:
    """A game of which each state is judged by itself."""

    state: State
    fails: Fails
    failed: bool = field(init=False)

    @failed.default
    def _failed(self) -> bool:
        return self.fails(self.state)

    def after(self, option: Option) -> "Judged":
        return Judged(self.state.apply(option), self.fails)
