"""Which part of the rules leaves something out of a set to choose from, through all that the set is made of."""

from collections.abc import Iterable, Iterator
from typing import Any, assert_never

from attrs import evolve, frozen

from rulespec.engine.python.machine import Machine
from rulespec.engine.python.reader import Its, Reader, seen_from
from rulespec.language.printer import show
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree.expressions import kind_of
from rulespec.language.tree.kinds import Kind
from rulespec.language.tree.node import Node, walk
from rulespec.rules.resolve.ruleset import Rules


@frozen
class Left:
    """A part of the rules that leaves something out."""

    said: str
    values: tuple[str, ...]  # the keys of the named values that it is nested in, the innermost last
    named: frozenset[str]  # the keys of the values and conditions that it rests on
    part: Node  # the sieve, or the set without what does not belong to it
    at: "Leaving"  # what evaluates it, with what is left out as `it`
    kind: Kind  # of what is left out


@frozen
class Failing:
    """A condition whose truth is not as wanted, and that is not made of several."""

    condition: e.Condition
    wanted: bool
    at: "Leaving"


@frozen
class Leaving:
    """Evaluates sets on a table, with the meanings of `own` and `it`."""

    rules: Rules
    reader: Reader
    table: Machine
    own: Any
    it: Any = None
    outer: Its = ()  # what is looked at further out, the nearest first
    values: tuple[str, ...] = ()  # the keys of the named values around it

    def widest(self, node: e.Expression) -> Iterator[Any]:
        """The members of a set without anything that narrows it."""
        match node:
            case _ if (whole := e.whole_of(node)) is not None:
                yield from self.widest(whole)
            case e.Plus(one, other):
                yield from self.widest(one)
                yield from self.widest(other)
            case e.Cases():
                yield from self.widest(self._case(node))
            case e.OfValue() if (within := self._within(node)) is not None:
                yield from within[0].widest(within[1])
            case _:
                yield from self.members(node)

    def out_of(self, node: e.Expression, member: Any) -> Left | None:
        """What leaves a member out of a set; None if it is in the set, or would not be without narrowing either."""
        match node:
            case e.Sieved(inner, sieves):
                found = self.members(inner)
                for sieve in sieves:
                    if member not in found:
                        break
                    left = self.reader.narrow(inner, sieve)(seen_from(self.table, self.outer), self.own, found)
                    if member not in left:
                        players = kind_of(inner).name == "player"
                        own, further = member if players else self.own, (self.it, *self.outer)
                        at = evolve(self, own=own, it=member, outer=further)
                        return self._left(sieve, show(sieve), at.by_sieve(sieve), at, kind_of(inner).one)
                    found = left
                return self.out_of(inner, member)
            case e.Except(inner, other):
                if member in self.members(other):
                    return self._left(node, f"except {show(other)}", self.named(other), self, kind_of(inner).one)
                return self.out_of(inner, member)
            case _ if (whole := e.whole_of(node)) is not None:
                if member in self.members(whole):
                    if member in self.members(node):
                        return None
                    return self._left(node, show(node), self.named(whole), self, kind_of(whole).one)
                return self.out_of(whole, member)
            case e.Plus(one, other):
                return self.out_of(one, member) or self.out_of(other, member)
            case e.Cases():
                return self.out_of(self._case(node), member)
            case e.OfValue() if (within := self._within(node)) is not None:
                return within[0].out_of(within[1], member)
            case _:
                return None

    def by_sieve(self, sieve: e.Sieve) -> Iterator[str]:
        """The keys of the values and conditions because of which a sieve leaves out `it`."""
        match sieve:
            case e.Where(condition):
                yield from self.failing(condition)
            case e.Preferring(conditions):
                for condition in conditions:
                    yield from self.failing(condition)
            case e.WithExtremes():
                yield from self.named(sieve)
            case _:
                assert_never(sieve)

    def _case(self, node: e.Cases) -> e.Expression:
        """The case that a value is at."""
        holding = (each.value for each in node.cases if self.holds(each.condition))
        return next(holding, node.otherwise)

    def failing(self, condition: e.Condition, wanted: bool = True) -> Iterator[str]:
        """The keys of the values and conditions because of which the truth of a condition is not as wanted."""
        if self.holds(condition) == wanted:
            return
        match condition:
            case e.AllOf(parts) | e.AnyOf(parts):
                for part in parts:
                    yield from self.failing(part, wanted)
            case e.Not(part):
                yield from self.failing(part, not wanted)
            case e.Fits(subject=subject):
                yield condition.key
                called = self.rules.call(condition.call).condition
                yield from self._about(None if subject is None else self.value(subject)).failing(called, wanted)
            case e.Within(subject, other) if wanted and (left := self.out_of(other, self.value(subject))) is not None:
                yield from (*left.values, *left.named)
            case _:
                yield from self.named(condition)

    def failures(self, condition: e.Condition, wanted: bool = True) -> Iterator[Failing]:
        """The parts of a condition because of which its truth is not as wanted."""
        if self.holds(condition) == wanted:
            return
        match condition:
            case e.AllOf(parts) | e.AnyOf(parts):
                for part in parts:
                    yield from self.failures(part, wanted)
            case e.Not(part):
                yield from self.failures(part, not wanted)
            case e.Implies(one, other) if wanted:
                yield from self.failures(one, False)
                yield from self.failures(other)
            case _:
                yield Failing(condition, wanted, self)

    def called(self, node: e.Fits) -> "tuple[Leaving, e.Condition]":
        """The condition that a named one stands for, and what evaluates it there."""
        about = self._about(None if node.subject is None else self.value(node.subject))
        return about, self.rules.call(node.call).condition

    def named(self, node: Node) -> Iterator[str]:
        """The keys of all values and conditions that a node refers to, transitively."""
        waiting, seen = [node], set[str]()
        while waiting:
            for each in walk(waiting.pop()):
                if isinstance(each, e.OfValue | e.Fits) and each.key not in seen:
                    seen.add(each.key)
                    waiting.append(self.rules.blocks[each.key])
                    yield each.key

    def _left(self, part: Node, said: str, named: Iterable[str], at: "Leaving", kind: Kind) -> Left:
        return Left(said, self.values, frozenset(named), part, at, kind)

    def _within(self, node: e.OfValue) -> "tuple[Leaving, e.Expression] | None":
        """The expression of a named value, and what evaluates it there; None for a table of values."""
        value = self.rules.value(node.value)
        if isinstance(value, d.Table):
            return None
        about = self._about(None if node.of is None else self.value(node.of))
        about = about if node.by is None else evolve(about, outer=(self.value(node.by),))
        return evolve(about, values=(*self.values, node.key)), value.expression

    def _about(self, subject: Any) -> "Leaving":
        return evolve(self, own=subject, it=subject, outer=())

    def holds(self, condition: e.Condition) -> bool:
        return bool(self.reader.test(condition)(seen_from(self.table, self.outer), self.own, self.it))

    def value(self, node: e.Expression) -> Any:
        return self.reader.value(node)(seen_from(self.table, self.outer), self.own, self.it)

    def members(self, node: e.Expression) -> list[Any]:
        return list(self.reader.many(node)(seen_from(self.table, self.outer), self.own, self.it))
