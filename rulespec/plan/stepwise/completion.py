"""A choice of several names, or of a set, taken apart: its parts, what is measured of its sets, what has to hold."""

from collections.abc import Callable, Iterator
from typing import Any

from attrs import frozen

from rulespec.plan.material import Material
from rulespec.plan.stepwise.sums import Measured, Sums, mentioned
from rulespec.resolve.expressions import kind_of
from rulespec.run.expressions import Expressions, Test, Value
from rulespec.run.machine import Machine, Raw
from rulespec.tree import expressions as e
from rulespec.tree import statements as s
from rulespec.tree.node import Node


@frozen
class Part:
    """One name of a choice; `pair` if it is the second of a pair, which comes after the first."""

    name: str
    slot: int
    is_set: bool
    is_card: bool
    source: Value
    pair: bool = False
    free: bool = False  # nothing depends on it
    low: Value | None = None
    high: Value | None = None


@frozen
class Check:
    """A condition on a whole answer: which parts it depends on, and whether on sums."""

    holds: Callable[[Machine, Any], bool]
    parts: frozenset[int]
    of_sums: bool


class Completion:
    """The choice of several names, or of a set, as one that is asked bit by bit."""

    def __init__(
        self,
        choose: s.Choose,
        sums: Sums,
        expressions: Expressions,
        slots: dict[str, int],
        material: Material,
        tried: Callable[[Machine, list[Raw]], list[Raw]] | None,
    ) -> None:
        self._sums = sums
        self._material = material
        self._expressions = expressions
        self._rules = material.rules
        used = set().union(*(mentioned(each, self._rules) for each in sums.sieves))
        used |= {name for _, each in sums.measured for name in _names(each, self._rules)}
        self.parts = tuple(self._parts(choose, slots, used, sums.tried))
        self.sum_slots = [slots[name] for name, _ in sums.measured]
        self._names = [part.name for part in self.parts]
        self.steps = [self._step(sieve) for sieve in sums.sieves]
        if tried is not None:
            parts = frozenset(range(len(self.parts)))
            slots_ = [part.slot for part in self.parts]

            def comes_off(mc: Machine, own: Any) -> bool:
                return bool(tried(mc, [tuple(mc.names[slot] for slot in slots_)]))

            self.steps.append(("where", [Check(comes_off, parts, of_sums=False)]))
        self.measured = [self._measured(each) for _, each in sums.measured]
        self.known: dict[Any, list[Check]] = {}
        self.depends = any(_names(each, self._rules) & set(self._names) for _, each in sums.measured)

    def _parts(self, choose: s.Choose, slots: dict[str, int], used: set[str], tried: bool) -> Iterator[Part]:
        value, many = self._expressions.value, self._expressions.many
        for pick in choose.picks:
            free = not tried and pick.name not in used
            match pick:
                case s.PickOne(name, source):
                    card = kind_of(source).name == "card"
                    yield Part(name, slots[name], False, card, many(source), free=free and not card)
                case s.PickPair(name, other, source):
                    card = kind_of(source).name == "card"
                    yield Part(name, slots[name], False, card, many(source))
                    yield Part(other, slots[other], False, card, many(source), pair=True)
                case s.PickNumber(name, low, high):
                    a, b = value(low), value(high)
                    numbers = _numbers(a, b)
                    yield Part(name, slots[name], False, False, numbers, free=free)
                case s.PickCards(name, low, high, source):
                    ends = value(low), value(high or low)
                    yield Part(name, slots[name], True, True, many(source), low=ends[0], high=ends[1])

    def _step(self, sieve: e.Sieve) -> tuple[str, list[Any]]:
        match sieve:
            case e.Where(condition):
                return "where", [self._check(each) for each in _conjuncts(condition)]
            case e.Preferring(conditions):
                return "preferring", [self._check(each) for each in conditions]
            case e.WithExtremes(extremes):
                return "most", [(each.most, self._expressions.value(each.measure), each.measure) for each in extremes]
        raise TypeError(type(sieve))

    def _check(self, condition: e.Condition) -> Check:
        test = self._expressions.test(condition)
        return Check(lambda mc, own: test(mc, own, None), *self._depends(condition))

    def _depends(self, node: Node) -> tuple[frozenset[int], bool]:
        names = mentioned(node, self._rules)
        parts = frozenset(index for index, name in enumerate(self._names) if name in names)
        return parts, any(name in names for name, _ in self._sums.measured)

    def best(self, measure: Value, node: Node, amount: float) -> Check:
        """That a measure is as much as can be."""
        return Check(lambda mc, own: worth(measure(mc, own, None), amount) == amount, *self._depends(node))

    def _measured(self, each: Measured) -> "Measure":
        amount = None if each.amount is None else self._expressions.value(each.amount)
        tests = [self._expressions.test(condition) for condition in each.fits]
        beside = None if each.beside is None else self._expressions.many(each.beside)
        shown = None if each.list is None else self._material.shown(each.list)
        return Measure(
            self._names.index(each.set), amount, tuple(tests), beside, each.left, shown, each.repeats, each.few
        )

    @property
    def group(self) -> tuple[int | None, ...] | None:
        """The word that each card shows of the list whose words are counted."""
        return None if self._sums.list is None else self._material.shown(self._sums.list)


@frozen
class Measure:
    of: int
    amount: Value | None
    fits: tuple[Test, ...]
    beside: Value | None
    left: bool
    shown: tuple[int | None, ...] | None
    repeats: bool
    few: bool


def worth(amount: Any, worst: float) -> float:
    return worst if amount is None else amount


def _names(measured: Measured, rules: Any) -> set[str]:
    """The chosen names that what a card counts depends on."""
    parts = [each for each in (measured.amount, measured.beside, *measured.fits) if each is not None]
    return set().union(*(mentioned(each, rules) for each in parts))


def _conjuncts(condition: e.Condition) -> Iterator[e.Condition]:
    if isinstance(condition, e.AllOf):
        for part in condition.parts:
            yield from _conjuncts(part)
    else:
        yield condition


def _numbers(low: Value, high: Value) -> Value:
    return lambda mc, own, it: range(low(mc, own, it) or 0, (high(mc, own, it) or 0) + 1)
