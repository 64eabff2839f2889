"""Takes a choice of several names, or of a set, apart: to its parts, what is measured of its sets, what has to hold."""

from collections.abc import Iterator
from typing import assert_never

from rulespec.plan.expressions import Compiler
from rulespec.plan.nodes import terms as t
from rulespec.plan.nodes.choices import Choice
from rulespec.plan.nodes.stepwise import Check, Checks, Completion, Depends, Measure, Most, Part, Preferred, Step
from rulespec.plan.stepwise.sums import Measured, Sums, mentioned
from rulespec.resolve.ruleset import Rules
from rulespec.tree import expressions as e
from rulespec.tree import statements as s
from rulespec.tree.expressions import kind_of
from rulespec.tree.node import Node


def completion(choose: s.Choose, choice: Choice, sums: Sums, compiler: Compiler) -> Completion:
    """The completion of a choice whose names, and those of what is measured, the compiler knows."""
    return _Compiling(choose, sums, compiler).completion(choice)


class _Compiling:
    def __init__(self, choose: s.Choose, sums: Sums, compiler: Compiler) -> None:
        self._choose = choose
        self._sums = sums
        self._compiler = compiler
        self._rules: Rules = compiler.material.rules
        self._names = list(choose.names)

    def completion(self, choice: Choice) -> Completion:
        sums, shown = self._sums, self._compiler.material.shown
        named = set().union(*(_names(each, self._rules) for _, each in sums.measured))
        used = set().union(named, *(mentioned(each, self._rules) for each in sums.sieves))
        return Completion(
            choice,
            tuple(self._parts(used)),
            tuple(map(self._step, sums.sieves)),
            tuple(self._measure(name, each) for name, each in sums.measured),
            sums.tried,
            None if sums.list is None else t.Column(sums.list, shown(sums.list)),
            bool(named & set(self._names)),
        )

    def _parts(self, used: set[str]) -> Iterator[Part]:
        term, set_, slots = self._compiler.term, self._compiler.set, self._compiler.slots
        for pick in self._choose.picks:
            free = not self._sums.tried and pick.name not in used
            match pick:
                case s.PickOne(name, source):
                    card = kind_of(source).name == "card"
                    yield Part(slots[name], set_(source), card, is_free=free and not card)
                case s.PickPair(name, other, source):
                    card = kind_of(source).name == "card"
                    yield Part(slots[name], set_(source), card)
                    yield Part(slots[other], set_(source), card, is_pair=True)
                case s.PickNumber(name, low, high):
                    yield Part(slots[name], None, False, term(low), term(high), is_free=free)
                case s.PickCards(name, low, high, source):
                    yield Part(slots[name], set_(source), True, term(low), term(high or low))
                case _:
                    assert_never(pick)

    def _step(self, sieve: e.Sieve) -> Step:
        match sieve:
            case e.Where(condition):
                return Checks(tuple(map(self._check, _conjuncts(condition))))
            case e.Preferring(conditions):
                return Preferred(tuple(map(self._check, conditions)))
            case e.WithExtremes(extremes):
                term = self._compiler.term
                return Most(tuple((each.most, term(each.measure), self._depends(each.measure)) for each in extremes))
            case _:
                assert_never(sieve)

    def _check(self, condition: e.Condition) -> Check:
        return Check(self._compiler.test(condition), self._depends(condition))

    def _depends(self, node: Node) -> Depends:
        names = mentioned(node, self._rules)
        parts = frozenset(index for index, name in enumerate(self._names) if name in names)
        return Depends(parts, any(name in names for name, _ in self._sums.measured))

    def _measure(self, name: str, each: Measured) -> Measure:
        compiler = self._compiler
        return Measure(
            self._names.index(each.set),
            compiler.slots[name],
            None if each.amount is None else compiler.term(each.amount),
            tuple(map(compiler.test, each.fits)),
            None if each.beside is None else compiler.set(each.beside),
            each.left,
            None if each.list is None else t.Column(each.list, compiler.material.shown(each.list)),
            each.repeats,
            each.few,
        )


def _names(measured: Measured, rules: Rules) -> set[str]:
    """The chosen names that what a card counts depends on."""
    parts = [each for each in (measured.amount, measured.beside, *measured.fits) if each is not None]
    return set().union(*(mentioned(each, rules) for each in parts))


def _conjuncts(condition: e.Condition) -> Iterator[e.Condition]:
    if isinstance(condition, e.AllOf):
        for part in condition.parts:
            yield from _conjuncts(part)
    else:
        yield condition
