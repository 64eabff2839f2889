"""The parts, measures and checks of a choice that is asked bit by bit, at work."""

from collections.abc import Callable
from typing import Any, TypeAlias

from attrs import frozen

from rulespec.engine.python.choices import Choice
from rulespec.engine.python.machine import Machine
from rulespec.engine.python.values import Value, Values
from rulespec.plan.nodes import stepwise as p


@frozen(eq=False)
class Check:
    """A condition on a whole answer, with what it depends on."""

    holds: Callable[[Machine, Any], bool]
    depends: p.Depends
    price: int


Step: TypeAlias = tuple[p.Step, list[Check], list[Value]]  # its checks, or what is measured


@frozen(eq=False)
class Measure:
    """See `p.Measure`; the weight of a card is its amount or the bit of its word, 0 if it counts nothing."""

    plan: p.Measure
    weight: Callable[[Machine, Any, int], int]
    beside: Value | None
    price: int


@frozen(eq=False)
class Completing:
    """A completion at work."""

    plan: p.Completion
    sources: list[Value]  # of each part; the numbers, too, if a number is chosen
    sizes: list[tuple[Value, Value]]
    steps: list[Step]
    measured: list[Measure]
    price: int


def completing(plan: p.Completion, choice: Choice, values: Values) -> Completing:
    """The completion of a choice, which tries out what must hold afterwards."""
    steps, price = [_step(step, values) for step in plan.steps], values.prices.of(plan).each
    if plan.tried:
        slots = [part.slot for part in plan.parts]

        def comes_off(mc: Machine, own: Any) -> bool:
            named = tuple(mc.names[slot] for slot in slots)
            return bool(choice.afterwards(mc, [named if len(slots) > 1 else named[0]]))

        depends = p.Depends(len(slots) - 1, p.ON_SETS if plan.whole else p.ON_PARTS)
        steps.append((p.Checks(()), [Check(comes_off, depends, price)], []))
    sizes = [(_number(part.low, values), _number(part.high, values)) for part in plan.parts]
    sources = [_source(part, *size, values) for part, size in zip(plan.parts, sizes, strict=True)]
    return Completing(plan, sources, sizes, steps, [_measure(each, values) for each in plan.measured], price)


def _source(part: p.Part, low: Value, high: Value, values: Values) -> Value:
    if part.source is not None:
        return values.value(part.source)
    return lambda mc, own, it: range(low(mc, own, it), high(mc, own, it) + 1)


def _number(term: Any, values: Values) -> Value:
    number = None if term is None else values.value(term)
    return lambda mc, own, it: 0 if number is None else number(mc, own, it) or 0


def _step(step: p.Step, values: Values) -> Step:
    if isinstance(step, p.Most):
        return step, [], [values.value(term) for _, term, _ in step.measures]
    return step, [_check(each, values) for each in step.checks], []


def _check(check: p.Check, values: Values) -> Check:
    test = values.test(check.test)
    return Check(lambda mc, own: test(mc, own, None), check.depends, values.prices.of(check).each)


def _measure(each: p.Measure, values: Values) -> Measure:
    fits, words = [values.test(test) for test in each.fits], None if each.column is None else each.column.words
    amount = None if each.amount is None else values.value(each.amount)

    def weight(mc: Machine, own: Any, card: int) -> int:
        if not all(test(mc, own, card) for test in fits):
            return 0
        if words is not None:
            return 0 if (word := words[card]) is None else 1 << word
        return 1 if amount is None else amount(mc, own, card) or 0

    beside = None if each.beside is None else values.value(each.beside)
    return Measure(each, weight, beside, values.prices.of(each).each)
