"""A game under trial: its state, and whether the failure has already happened."""

from collections.abc import Callable
from typing import Protocol, Self

from attrs import field, frozen

from rulespec.engine.pending import Option
from rulespec.game.api import State

Fails = Callable[[State], bool]


class Attempt(Protocol):
    """A game under trial; each kind of failure implements it, and may carry more than the state."""

    @property
    def state(self) -> State:
        """The state reached."""

    @property
    def failed(self) -> bool:
        """True if the failure has happened, at this state or before."""

    def after(self, option: Option) -> Self:
        """The attempt after one of the state's options."""


Begin = Callable[[State], Attempt]  # makes an attempt of the initial state of a game


@frozen(eq=False)
class PredicateAttempt:
    """An attempt that fails where a predicate holds of its current state."""

    state: State
    fails: Fails
    failed: bool = field(init=False)

    @failed.default
    def _failed(self) -> bool:
        return self.fails(self.state)

    def after(self, option: Option) -> "PredicateAttempt":
        return PredicateAttempt(self.state.apply(option), self.fails)
