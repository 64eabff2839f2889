"""How a demand of the language on a whole ruleset is declared: by `demand`, in a module of this package."""

from collections.abc import Callable, Iterable
from functools import wraps
from itertools import islice

from rulespec.language.errors import Problem
from rulespec.language.tree.limits import PROBLEMS
from rulespec.rules.resolve.ruleset import Rules

Demand = Callable[[Rules], Iterable[Problem]]

_FIRST: list[Demand] = []
_THEN: list[Demand] = []


def demand(*, first: bool) -> Callable[[Demand], Demand]:
    """Declares a demand; one that comes `first` copes with rules of which earlier passes have complained.

    It is looked at once in the same rules, as some ask what others say: of which there are no more than are ever told.
    """

    def declare(declared: Demand) -> Demand:
        @wraps(declared)
        def once(rules: Rules) -> Iterable[Problem]:
            if declared not in rules.worked_out:
                rules.worked_out[declared] = tuple(islice(declared(rules), PROBLEMS.most + 1))
            found: tuple[Problem, ...] = rules.worked_out[declared]
            return found

        (_FIRST if first else _THEN).append(once)
        return once

    return declare


def demands(*, first: bool) -> tuple[Demand, ...]:
    """All of one sort that are declared, by the names of their modules."""
    return tuple(sorted(_FIRST if first else _THEN, key=lambda each: each.__module__))
