"""How many answers a choice has before they are narrowed: a bound that holds always, and a term that tells it in play.

Play decides by this number whether it asks for a whole answer or for its parts, so the term reads nothing but the sizes
of zones that everybody sees; whatever may be secret counts with its bound.
"""

from collections.abc import Callable, Iterator
from functools import reduce
from math import comb
from typing import assert_never

from attrs import define

from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.expressions import kind_of
from rulespec.language.tree.node import Node
from rulespec.language.tree.scopes import asked_of
from rulespec.plan.amounts import Amounts
from rulespec.plan.expressions import Compiler
from rulespec.plan.nodes import terms as t

MANY = 10**9  # all larger numbers of answers count as this one
Counted = tuple[int, int, t.Term]  # of a part of a choice, how many things it takes, and of how many
IsOpen = Callable[[Node], bool]  # whether everybody knows at each moment what something stands for


def ways(before: int, things: int, low: int, high: int) -> int:
    """So many ways, times those to take `low` to `high` of so many things."""
    found = 0
    for size in range(low, min(high, things) + 1):
        found += comb(things, size)
        if found >= MANY:
            break
    return min(MANY, before * found)


@define
class Ways:
    """The ways to answer choices, for a number of players."""

    amounts: Amounts

    def most(self, choose: s.AnyChoice) -> int:
        """An upper bound of the answers to a choice."""
        found = 1
        for pick, (low, high) in zip(choose.picks, self._sizes(choose), strict=True):
            found = ways(found, self._bound(pick), low, high)
        return found

    def counted(self, choose: s.AnyChoice, compiler: Compiler, is_open: IsOpen) -> tuple[Counted, ...]:
        """The same to be worked out in play."""
        sizes = [self._size(pick, compiler, is_open) for pick in choose.picks]
        return tuple((low, high, size) for (low, high), size in zip(self._sizes(choose), sizes, strict=True))

    def _sizes(self, choose: s.AnyChoice) -> Iterator[tuple[int, int]]:
        """How many things each part takes at once, at least and at most."""
        cards = len(self.amounts.material.cards)
        for pick in choose.picks:
            match pick:
                case s.PickOne() | s.PickNumber():
                    yield 1, 1
                case s.PickPair():
                    yield 2, 2
                case s.PickCards(_, low, high):
                    least, most = self.amounts.of(low)[0], self.amounts.of(high or low)[1]
                    yield max(0, least or 0), cards if most is None else max(0, min(most, cards))
                case _:
                    assert_never(pick)

    def _bound(self, pick: s.Pick) -> int:
        """An upper bound of the things that a part is chosen from."""
        if isinstance(pick, s.PickNumber):
            low, high = self.amounts.of(pick.low)[0], self.amounts.of(pick.high)[1]
            return 0 if low is None or high is None else max(0, high - low + 1)  # E038 tells of it
        return self._at_most(pick.source)

    def _at_most(self, node: e.Expression) -> int:
        kind = kind_of(node)
        if not kind.many:
            return 1
        material = self.amounts.material
        sizes = {"card": len(material.cards), "player": material.players}
        return sizes[kind.name] if kind.name in sizes else self.amounts.words(kind)

    def _size(self, pick: s.Pick, compiler: Compiler, is_open: IsOpen) -> t.Term:
        if isinstance(pick, s.PickNumber) or kind_of(pick.source).name != "card":
            return t.Constant(self._bound(pick))
        return self._cards(pick.source, compiler, is_open)

    def _cards(self, node: e.Expression, compiler: Compiler, is_open: IsOpen) -> t.Term:
        """How many cards a set has, where nothing narrows it."""

        def size(inner: e.Expression) -> t.Term:
            return self._cards(inner, compiler, is_open)

        match node:
            case e.InZone() if all(map(is_open, node.which)):
                return t.Count(compiler.set(node))
            case e.Chosen(name) if kind_of(node).many:
                return t.Constant(self.amounts.chosen(name))
            case e.Plus(one, other):
                return t.Arithmetic("plus", size(one), size(other), held=False)
            case e.Except(one, _) | e.Sieved(one, _):
                return size(one)
            case e.FirstCards(number, of) | e.LastCards(number, of):
                most = self.amounts.of(number)[1]
                return size(of) if most is None else _extreme("smaller", t.Constant(max(0, most)), size(of))
            case e.Cases():
                return reduce(lambda one, other: _extreme("larger", one, other), map(size, node.values))
            case e.OfValue(name, None | e.OwnPlayer() as of, None):
                value = self.amounts.material.rules.value(name)
                if isinstance(value, d.Value):
                    return size(value.expression if of is None else asked_of(value.expression, of, None))
        return t.Constant(self._at_most(node))


def _extreme(which: t.Operator, one: t.Term, other: t.Term) -> t.Term:
    return t.Arithmetic(which, one, other, held=False)
