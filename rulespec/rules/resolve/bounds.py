"""How small and how large a number, or each of a set, can be in play; None where nothing bounds it."""

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import assert_never

from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.bounds import UNBOUNDED, Bounds, either, held
from rulespec.language.tree.expressions import kind_of
from rulespec.language.tree.kinds import NUMBER, SETS
from rulespec.language.tree.limits import MOST_SETS
from rulespec.rules.resolve.ruleset import Rules


def bounds(
    node: e.Expression, rules: Rules, cards: int, players: int, known: Mapping[str, Bounds] | None = None
) -> Bounds:
    """The least and the most that an expression can be with so many cards and players, or each number of a set.

    `known` bounds counters and chosen numbers by name, where more is known of them than their declaration says.
    """
    return Bounding(rules, cards, players, known or {}).of(node)


def chosen(rules: Rules, cards: int, players: int, known: Mapping[str, Bounds] | None = None) -> dict[str, Bounds]:
    """The bounds of the numbers with a name: those that are chosen, and those for each of which a block is done."""
    bounding, found = Bounding(rules, cards, players, known or {}), dict[str, Bounds]()
    for pick in rules.within(s.PickOne, s.PickPair, s.PickNumber):
        if pick.kind == NUMBER:
            # what was declined, or could not be chosen, counts as 0; a block for each number has one
            there = [pick.bounds(bounding)] if pick.name.startswith(s.THAT) else [pick.bounds(bounding), (0, 0)]
            found |= {name: either([*there, *([found[name]] if name in found else ())]) for name in pick.names}
    return found


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
        self._looked = UNBOUNDED  # `it`, where it is a number
        self._found: dict[int, tuple[e.Expression, Bounds]] = {}  # of nodes, kept with them so that each has its id

    def of(self, node: e.Expression) -> Bounds:
        if id(node) not in self._found:
            found = node.bounds(self) if isinstance(node, e.Valued) else self._meant(node)
            self._found[id(node)] = node, found
        return self._found[id(node)][1]

    @cached_property
    def largest(self) -> int:
        """How many members a set can have."""
        names = self._rules.names
        words = max(map(self.members, names.lists), default=0)
        by_word = any(each.by in names.lists for each in (*names.counters.values(), *names.notes.values()))
        return max(self.cards, self._players, words * (self._players if by_word else 1))

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
            case e.Circumstance():
                return (0, None) if node.kind == NUMBER else UNBOUNDED
            case e.SumOver(of, measure):
                return self._added_up(self.of(of), measure, self._members(of))
            case e.SumOf(several):
                return self._added_up(UNBOUNDED, several, self._several(several))
            case e.Outside(of, measure):
                return self._added_up(self.of(of), measure, self.cards)
            case e.EndOver(_, of, measure):
                low, high = self._looking_at(self.of(of), measure)
                return None if low is None else min(0, low), None if high is None else max(0, high)  # and 0 for `none`
            case e.EndOf(_, several):
                low, high = self.of(several)
                return None if low is None else min(0, low), None if high is None else max(0, high)  # and 0 for `none`
            case e.Listed(name) | e.Outer(_, name):
                return self._listed(name)
            case e.Looked() if node.kind == NUMBER:
                return self._looked
            case (
                e.Chosen() | e.OnNote() | e.WordOf() | e.Looked() | e.OwnPlayer() | e.InZone() | e.Beside()
                | e.Unresolved()
            ):  # fmt: skip
                return UNBOUNDED
            case _:
                assert_never(node)

    def _added_up(self, it: Bounds, measure: e.Expression, most: int) -> Bounds:
        """The bounds of a sum over so many members of a set, each between bounds of its own, or over fewer."""
        low, high = self._looking_at(it, measure)
        return held(None if low is None else min(0, low * most)), held(None if high is None else max(0, high * most))

    def _members(self, node: e.Expression) -> int:
        """How many members one set can have."""
        kind = kind_of(node)
        if kind.list is not None:
            return self.members(kind.list)
        return {SETS.name: MOST_SETS, "player": self._players, "card": self.cards}.get(kind.name, self.largest)

    def _several(self, node: e.Several) -> int:
        """How many numbers there can be for several words, or of several players."""
        names, size = self._rules.names, 1
        about = names.values[node.value].about if isinstance(node, e.OfValue) else ("player", names.held(node).by)
        for each, part in zip(about, (node.of if isinstance(node, e.OfValue) else node.whose, node.by), strict=True):
            if part is not None and kind_of(part).many and each != "cards":
                size *= {"player": self._players, "card": self.cards}.get(str(each)) or self.members(str(each))
        return size

    def _value(self, name: str) -> Bounds:
        value = self._rules.value(name)
        return either(self._looking_at(self._listed(value.parameter), each) for each in value.expressions)

    def _listed(self, name: str | None) -> Bounds:
        """The bounds of the numbers of a list, if it is one of numbers."""
        list_ = self._rules.names.lists.get(name or "")
        return (list_.low, list_.high) if isinstance(list_, d.NumberList) else UNBOUNDED

    def _looking_at(self, it: Bounds, node: e.Expression) -> Bounds:
        """The bounds of what is said of something that is looked at."""
        before, self._looked = self._looked, it
        found = self.of(node)
        self._looked = before
        return found
