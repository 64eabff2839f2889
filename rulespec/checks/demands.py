"""How a demand of the language on a whole ruleset is declared: by `demand`, in a module of this package."""

from collections.abc import Callable, Iterable

from rulespec.errors import Problem
from rulespec.resolve.ruleset import Rules

Demand = Callable[[Rules], Iterable[Problem]]

_FIRST: list[Demand] = []
_THEN: list[Demand] = []


def demand(*, first: bool) -> Callable[[Demand], Demand]:
    """Declares a demand; one that comes `first` copes with rules of which earlier passes have complained."""

    def declare(declared: Demand) -> Demand:
        (_FIRST if first else _THEN).append(declared)
        return declared

    return declare


def demands(*, first: bool) -> tuple[Demand, ...]:
    """All of one sort that are declared, by the names of their modules."""
    return tuple(sorted(_FIRST if first else _THEN, key=lambda each: each.__module__))
