"""How small and how large a number, or each of a set, can be in play; None where nothing bounds it."""

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import assert_never

from rulespec.resolve.ruleset import Rules
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree.bounds import UNBOUNDED, Bounds, held


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
        self.cards = cards
        self._rules = rules
        self._players = players
        self._known = known
        self._values: dict[str, Bounds] = {}
        self._found: dict[int, tuple[e.Expression, Bounds]] = {}  # of nodes, kept with them so that each has its id

    def of(self, node: e.Expression) -> Bounds:
        if id(node) not in self._found:
            found = node.bounds(self) if isinstance(node, e.Valued) else self._meant(node)
            self._found[id(node)] = node, found
        return self._found[id(node)][1]

    @cached_property
    def largest(self) -> int:
        """How many members a set can have."""
        return max(self.cards, self._players, *map(self.members, self._rules.names.lists), 0)

    def members(self, list_: str) -> int:
        """How many words, or numbers, a list has."""
        return len(self._rules.names.lists[list_].members)

    def _meant(self, node: e.Meant | e.Unresolved) -> Bounds:
        match node:
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
                return (0, list_.high) if isinstance(list_, d.NumberList) else UNBOUNDED
            case e.SumOver(_, measure):
                low, high = self.of(measure)
                size = self.largest
                return held(None if low is None else min(0, low * size)), held(
                    None if high is None else max(0, high * size)
                )
            case e.Listed(name):
                list_ = self._rules.names.lists[name]
                return (list_.low, list_.high) if isinstance(list_, d.NumberList) else UNBOUNDED
            case (
                e.Chosen() | e.OnNote() | e.WordOf() | e.Looked() | e.OwnPlayer() | e.InZone() | e.Beside()
                | e.Unresolved()
            ):  # fmt: skip
                return UNBOUNDED
            case _:
                assert_never(node)

    def _value(self, name: str) -> Bounds:
        found = [self.of(each) for each in self._rules.value(name).expressions]
        lows, highs = [low for low, _ in found], [high for _, high in found]
        low = None if None in lows else min(each for each in lows if each is not None)
        return low, (None if None in highs else max(each for each in highs if each is not None))
