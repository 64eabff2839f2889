"""The closures that the operations of a program share: terms, effects, reasons to end, last cards."""

from collections.abc import Callable

from attrs import frozen

from rulespec.engine.python.effects import Effects
from rulespec.engine.python.lastseen import LastCards
from rulespec.engine.python.machine import Machine
from rulespec.engine.python.values import Values
from rulespec.engine.python.watching import watching
from rulespec.plan.plan import Plan


@frozen(eq=False)
class Closures:
    """The plan, its terms and effects as closures, and `check`: where a reason to end leads that holds now, or 0."""

    plan: Plan
    values: Values
    effects: Effects
    check: Callable[[Machine], int]
    lasts: LastCards


def closures_of(plan: Plan, values: Values) -> Closures:
    """The closures of a plan, of which terms are made by `values`."""
    return Closures(plan, values, Effects(plan, values), watching(plan.watches, values), LastCards(plan.table))
