"""How small and how large a number, or each of a set, can be in play; None where nothing bounds it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import assert_never

from rulespec.resolve.ruleset import Rules
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree.limits import LEAST_NUMBER, MOST_NUMBER

Bounds = tuple[int | None, int | None]


def bounds(
    node: e.Expression, rules: Rules, cards: int, players: int, known: Mapping[str, Bounds] | None = None
) -> Bounds:
    """The least and the most that an expression can be with so many cards and players, or each number of a set.

    `known` bounds counters and chosen numbers by name, where more is known of them than their declaration says.
    """
    return Bounding(rules, cards, players, known or {}).of(node)


class Bounding:
    """The bounds of one expression after another, in which each part and each named value is looked at once."""

    def __init__(
        self, rules: Rules, cards: int, players: int, known: Mapping[str, Bounds] = MappingProxyType({})
    ) -> None:
        self._rules = rules
        self._cards = cards
        self._players = players
        self._known = known
        self._values: dict[str, Bounds] = {}
        self._found: dict[int, tuple[e.Expression, Bounds]] = {}  # of nodes, kept with them so that each has its id

    def of(self, node: e.Expression) -> Bounds:
        if id(node) not in self._found:
            self._found[id(node)] = node, self._of(node)
        return self._found[id(node)][1]

    def _of(self, node: e.Expression) -> Bounds:
        match node:
            case e.Number(value):
                return value, value
            case e.CountCards():
                return 0, self._cards
            case e.NumberOf(of):
                return 0, self._size(of)
            case e.OnCounter(name, _) | e.Chosen(name) if name in self._known:
                return self._known[name]
            case e.OnCounter(name, _):
                counter = self._rules.names.counters[name]
                return counter.below, counter.above
            case e.OfValue(name, of):
                if name not in self._values:
                    self._values[name] = self._value(name)
                low, high = self._values[name]
                if of is None:
                    return low, high
                return None if low is None else min(0, low), None if high is None else max(0, high)  # and 0 for `none`
            case e.Shown(name, _):
                list_ = self._rules.names.lists[name]
                return (0, list_.high) if isinstance(list_, d.NumberList) else (None, None)
            case e.SumOver(set_, measure):
                low, high = self.of(measure)
                size = self._size(set_)
                return _held(None if low is None else min(0, low * size)), _held(
                    None if high is None else max(0, high * size)
                )
            case e.Different(name, _):
                return 0, min(self._cards, len(self._rules.names.lists[name].members))
            case e.Listed(name):
                list_ = self._rules.names.lists[name]
                return (list_.low, list_.high) if isinstance(list_, d.NumberList) else (None, None)
            case e.Except(one, _) | e.Sieved(one, _):
                return self.of(one)
            case e.Plus(one, other):
                (a, b), (c, d_) = self.of(one), self.of(other)
                return _sum(a, c), _sum(b, d_)
            case e.Minus(one, other):
                (a, b), (c, d_) = self.of(one), self.of(other)
                return _sum(a, d_, -1), _sum(b, c, -1)
            case e.Times(one, other):
                ends = [*self.of(one), *self.of(other)]
                known = [end for end in ends if end is not None]
                if len(known) < 4:
                    return None, None
                products = [known[i] * known[j] for i in (0, 1) for j in (2, 3)]
                return _held(min(products)), _held(max(products))
            case e.Smaller(one, other):
                (a, b), (c, d_) = self.of(one), self.of(other)
                highs = [end for end in (b, d_) if end is not None]
                return (None if a is None or c is None else min(a, c)), min(highs, default=None)
            case e.Larger(one, other):
                (a, b), (c, d_) = self.of(one), self.of(other)
                lows = [end for end in (a, c) if end is not None]
                return max(lows, default=None), (None if b is None or d_ is None else max(b, d_))
            case e.Earlier(of):
                return self.of(of)
            case e.Chosen() | e.OnNote() | e.First() | e.Last() | e.NextOf() | e.PreviousOf():
                return None, None
            case (
                e.NoneYet() | e.SelfPlayer() | e.Active() | e.OwnerOf() | e.AllPlayers() | e.OtherPlayers()
                | e.WordOf() | e.Looked() | e.OwnPlayer() | e.InZone() | e.Beside()
                | e.Unresolved()
            ):  # fmt: skip
                return None, None  # not a number
            case _:
                assert_never(node)

    def _size(self, node: e.Expression) -> int:
        return max(self._cards, self._players, *(len(list_.members) for list_ in self._rules.names.lists.values()), 0)

    def _value(self, name: str) -> Bounds:
        found = [self.of(each) for each in self._rules.value(name).expressions]
        lows, highs = [low for low, _ in found], [high for _, high in found]
        low = None if None in lows else min(each for each in lows if each is not None)
        return low, (None if None in highs else max(each for each in highs if each is not None))


def signed(bounds: Bounds, sign: int) -> Bounds:
    """The bounds of a number, or of what it lacks to 0."""
    low, high = bounds
    return bounds if sign > 0 else (None if high is None else -high, None if low is None else -low)


def _sum(one: int | None, other: int | None, sign: int = 1) -> int | None:
    return None if one is None or other is None else _held(one + sign * other)


def _held(number: int | None) -> int | None:
    """A number where numbers in play stop."""
    return None if number is None else max(LEAST_NUMBER, min(number, MOST_NUMBER))
