"""The parts, measures and checks of a choice that is asked bit by bit, at work."""

from collections.abc import Callable
from math import inf
from typing import Any, TypeAlias, assert_never

from attrs import define, field, frozen

from rulespec.plan.nodes import stepwise as p
from rulespec.run.choices import Choice
from rulespec.run.machine import Machine
from rulespec.run.values import Test, Value, Values


@frozen(eq=False)
class Part:
    """One name of a choice; `source` gives the numbers, too, where a number is chosen. See `p.Part`."""

    slot: int
    source: Value
    is_set: bool
    is_card: bool
    is_pair: bool
    is_free: bool
    low: Value | None
    high: Value | None


@frozen(eq=False)
class Check:
    """A condition on a whole answer: which parts it depends on, and whether on sums."""

    holds: Callable[[Machine, Any], bool]
    parts: frozenset[int]
    of_sums: bool


@frozen(eq=False)
class Checks:
    """What all have to hold; with `preferred`, only the first that can."""

    checks: list[Check]
    preferred: bool


@frozen(eq=False)
class Best:
    """The most (or fewest) of measures, each on what it depends."""

    measures: list[tuple[bool, Value, p.Depends]]


Step: TypeAlias = Checks | Best


@frozen(eq=False)
class Measure:
    """See `p.Measure`."""

    of: int
    amount: Value | None
    fits: list[Test]
    beside: Value | None
    left: bool
    shown: tuple[int | None, ...] | None
    repeats: bool
    few: bool


@define(eq=False)
class Completing:
    """A completion at work."""

    parts: list[Part]
    steps: list[Step]
    measured: list[Measure]
    sum_slots: list[int]
    group: tuple[int | None, ...] | None
    depends: bool
    known: dict[Any, list[Check]] = field(factory=dict)  # the checks of the question that was asked last


def completing(plan: p.Completion, choice: Choice, values: Values) -> Completing:
    """The completion of a choice, which tries out what must hold afterwards."""
    steps = [_step(step, values) for step in plan.steps]
    if plan.tried:
        slots = [part.slot for part in plan.parts]

        def comes_off(mc: Machine, own: Any) -> bool:
            return bool(choice.afterwards(mc, [tuple(mc.names[slot] for slot in slots)]))

        steps.append(Checks([Check(comes_off, frozenset(range(len(slots))), of_sums=False)], preferred=False))
    return Completing(
        [_part(part, values) for part in plan.parts],
        steps,
        [_measure(each, values) for each in plan.measured],
        [each.slot for each in plan.measured],
        None if plan.group is None else plan.group.words,
        plan.depends,
    )


def worth(amount: Any, worst: float) -> float:
    return worst if amount is None else amount


def is_best(measure: Value, depends: p.Depends, most: bool, best: float) -> Check:
    """That a measure is as much, or as little, as can be."""
    worst = -inf if most else inf
    return Check(lambda mc, own: worth(measure(mc, own, None), worst) == best, depends.parts, depends.on_sums)


def _part(part: p.Part, values: Values) -> Part:
    low = None if part.low is None else values.value(part.low)
    high = None if part.high is None else values.value(part.high)
    kinds = part.is_set, part.is_card, part.is_pair, part.is_free
    if part.source is not None:
        return Part(part.slot, values.value(part.source), *kinds, low, high)
    assert low is not None and high is not None
    return Part(part.slot, _numbers(low, high), *kinds, None, None)


def _numbers(low: Value, high: Value) -> Value:
    return lambda mc, own, it: range(low(mc, own, it) or 0, (high(mc, own, it) or 0) + 1)


def _step(step: p.Step, values: Values) -> Step:
    match step:
        case p.Checks(checks):
            return Checks([_check(each, values) for each in checks], preferred=False)
        case p.Preferred(checks):
            return Checks([_check(each, values) for each in checks], preferred=True)
        case p.Most(measures):
            return Best([(most, values.value(term), depends) for most, term, depends in measures])
        case _:
            assert_never(step)


def _check(check: p.Check, values: Values) -> Check:
    test = values.test(check.test)
    return Check(lambda mc, own: test(mc, own, None), check.depends.parts, check.depends.on_sums)


def _measure(each: p.Measure, values: Values) -> Measure:
    return Measure(
        each.of,
        None if each.amount is None else values.value(each.amount),
        [values.test(test) for test in each.fits],
        None if each.beside is None else values.value(each.beside),
        each.left,
        None if each.column is None else each.column.words,
        each.repeats,
        each.few,
    )
