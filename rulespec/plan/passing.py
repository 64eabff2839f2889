"""Counters that can pass every number that they are compared with; how far they get from there on does not matter."""

from collections.abc import Callable, Mapping
from operator import add, mul, sub
from typing import Any

from attrs import define, field, frozen

from rulespec.language.tree.division import divided_down, divided_up, remainder
from rulespec.language.tree.limits import LEAST_NUMBER, MOST_NUMBER
from rulespec.plan.nodes import effects as f
from rulespec.plan.nodes import terms as t
from rulespec.plan.nodes.roles import parts
from rulespec.plan.plan import Plan
from rulespec.plan.uses import Bits, Uses, effects_of, read_by, terms_of

_TURNED: Mapping[t.Relation, t.Relation] = {">=": "<=", "<=": ">=", ">": "<", "<": ">"}
_RECKONED: Mapping[str, Callable[[int, int], int]] = {
    "plus": add, "minus": sub, "times": mul, "smaller": min, "larger": max,
    "divided down": divided_down, "divided up": divided_up, "remainder": remainder,
}  # fmt: skip


def passed(plan: Plan, uses: Uses, relevant: Bits) -> Mapping[int, tuple[int, int]]:
    """Counters that only grow between two new beginnings, and are only compared with fixed numbers, by variable.

    For each the number from which on no comparison changes any more. (And for those that only fall, the same downwards:
    the first of the pair is 1 or -1.) What changes none of the variables that are `relevant` is not looked at.
    """
    numbers = _Numbers(plan)
    compared = _Comparisons(plan, uses, numbers)
    rising = falling = (1 << plan.table.variables) - 1
    for instruction in plan.code:
        for term in terms_of(instruction):
            compared.take(term)
        for effect in effects_of(instruction):
            changed = uses.changed(effect)
            if effect.is_only_heard or (changed and not changed & relevant):
                continue
            for term in read_by(effect):
                compared.take(term)
            if isinstance(effect, f.Set) and numbers.fixed(effect.value) is not None:
                continue
            sign = effect.sign if isinstance(effect, f.Add) and numbers.is_never_negative(effect.amount) else 0
            if sign <= 0:
                rising &= ~changed
            if sign >= 0:
                falling &= ~changed
    for watch in plan.watches:
        compared.take(watch.test)
    found = {}
    for number, sides in compared.sides().items():
        bit = 1 << number
        if not compared.otherwise & bit and rising & bit:
            found[number] = (1, max(sides))
        elif not compared.otherwise & bit and falling & bit:
            found[number] = (-1, min(sides) - 1)
    return found


# ---- comparisons with fixed numbers


@frozen
class _Bound:
    """A counter, or that of some player, that is compared with a number: it makes a difference on which side it is."""

    first: int
    whose: t.Term | None
    sides: frozenset[int]  # from each of these numbers on, something else holds


@define(eq=False)
class _Comparisons:
    """The comparisons of counters with numbers among some terms; and, as bits, what is read in any other way."""

    plan: Plan
    uses: Uses
    numbers: "_Numbers"
    bounds: list[_Bound] = field(init=False, factory=list)
    otherwise: Bits = field(init=False, default=0)
    _taken: set[tuple[str, int]] = field(init=False, factory=set)  # the named values and conditions looked at so far

    def take(self, term: Any) -> None:
        """Notes what a term, a test or a sieve reads."""
        bound = self._bound(term)
        if bound is not None:
            self.bounds.append(bound)
            self._take_some(bound.whose)
            return
        match term:
            case t.Call(function, of):
                self._take_once("value", function, self.plan.values[function])
                self._take_some(of)
            case t.Holds(function, subject):
                self._take_once("condition", function, self.plan.conditions[function])
                self._take_some(subject)
            case t.Slot() | t.Variable() | t.Variables():
                self.otherwise |= self.uses.of(term)
            case _:
                for part in parts(term):
                    self.take(part)

    def sides(self) -> dict[int, set[int]]:
        """The numbers from which on something else holds, by variable."""
        found: dict[int, set[int]] = {}
        for bound in self.bounds:
            for number in range(bound.first, bound.first + t.reach(bound.whose, self.plan.table.players)):
                found.setdefault(number, set()).update(bound.sides)
        return found

    def _take_once(self, kind: str, number: int, body: Any) -> None:
        if (kind, number) not in self._taken:
            self._taken.add((kind, number))
            self.take(body)

    def _take_some(self, term: t.Term | None) -> None:
        if term is not None:
            self.take(term)

    def _bound(self, term: Any) -> _Bound | None:
        match term:
            case t.Compare(one, relation, other):
                return self._compared(one, relation, other) or self._compared(other, _TURNED[relation], one)
            case t.Same(one, other):
                return self._compared(one, None, other) or self._compared(other, None, one)
        return None

    def _compared(self, one: Any, relation: t.Relation | None, other: Any) -> _Bound | None:
        """A counter that is compared with a number; without a relation, for being the same."""
        counter, number = self._counter(one), self.numbers.fixed(other)
        if counter is None or number is None:
            return None
        sides = {number, number + 1} if relation is None else {number + (relation in (">", "<="))}
        return _Bound(counter.first, counter.whose, frozenset(sides))

    def _counter(self, term: Any) -> t.Variable | None:
        """The counter that a term is, also by the name of a value."""
        match term:
            case t.Variable():
                return term
            case t.Call(function, None) if isinstance(body := self.plan.values[function], t.Variable):
                return body
            case t.Call(function, of) if isinstance(body := self.plan.values[function], t.Variable):
                return None if isinstance(body.whose, t.Cell) else t.Variable(body.first, of)
        return None


# ---- what is known of numbers before play


@define(eq=False)
class _Numbers:
    """What can be seen of a number in a plan, without playing; of a named value once."""

    plan: Plan
    _fixed: dict[int, int | None] = field(init=False, factory=dict)
    _never_negative: dict[int, bool] = field(init=False, factory=dict)

    def fixed(self, term: Any) -> int | None:
        """The number that a term is throughout the game, as far as that can be seen."""
        match term:
            case t.Constant(value):
                return value
            case t.Call(function, None):
                if function not in self._fixed:
                    self._fixed[function] = self.fixed(self.plan.values[function])
                return self._fixed[function]
            case t.Count(t.AllPlayers()):
                return self.plan.table.players
            case t.Arithmetic(operator, one, other):
                a, b = self.fixed(one), self.fixed(other)
                if a is not None and b is not None:
                    return max(LEAST_NUMBER, min(_RECKONED[operator](a, b), MOST_NUMBER))
        return None

    def is_never_negative(self, term: Any) -> bool:
        """Whether a number is never below 0, as far as that can be seen."""
        match term:
            case t.Count() | t.Distinct():
                return True
            case t.Arithmetic("minus"):
                pass
            case t.Arithmetic(_, one, other):
                return self.is_never_negative(one) and self.is_never_negative(other)
            case t.Sum(_, measure):
                return self.is_never_negative(measure)
            case t.Lookup():
                return True  # words are numbered from 0, and numbers on cards are not below it
            case t.Switch(rows, otherwise):
                return all(self.is_never_negative(row) for _, row in rows) and self.is_never_negative(otherwise)
            case t.Cases(cases, otherwise):
                return all(self.is_never_negative(each) for _, each in cases) and self.is_never_negative(otherwise)
            case t.Call(function):
                if function not in self._never_negative:
                    self._never_negative[function] = self.is_never_negative(self.plan.values[function])
                return self._never_negative[function]
        number = self.fixed(term)
        return (number is not None and number >= 0) or term == t.Constant(None)
