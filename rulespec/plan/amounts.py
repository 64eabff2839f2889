"""How small and how large the numbers of a game can be for a number of players, those that somebody chooses too."""

from functools import cached_property

from attrs import define

from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.bounds import Bounds
from rulespec.language.tree.kinds import Kind
from rulespec.rules.material import Material
from rulespec.rules.resolve.bounds import Bounding, chosen


@define(slots=False)
class Amounts:
    """Bounds of numbers, and of the sizes of lists."""

    material: Material

    def of(self, node: e.Expression) -> Bounds:
        """The least and the most that a number can be; None where nothing bounds it."""
        if isinstance(node, e.Number):  # as most are: nothing else has to be looked at
            return node.value, node.value
        return self._bounding.of(node)

    def length(self, list_: str) -> int:
        """How many words, or numbers, a list has."""
        return len(self.material.rules.names.lists[list_].members)

    @cached_property
    def longest(self) -> int:
        """How many words or numbers a list has at most, or can stand on counters or notes of one name."""
        names = self.material.rules.names
        standing = (self.material.count(each) for each in (*names.counters.values(), *names.notes.values()))
        return max((*map(self.length, names.lists), *standing), default=0)

    def words(self, kind: Kind) -> int:
        """How many members a set of words, or of numbers, can have."""
        return self.longest if kind.list is None else self.length(kind.list)

    def chosen(self, name: str) -> int:
        """How many cards a set can have that somebody chooses."""
        return self._sets.get(name, len(self.material.cards))

    @cached_property
    def _sets(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for pick in self.material.rules.within(s.PickCards):
            most = self.of(pick.high or pick.low)[1]
            cards = len(self.material.cards)
            found[pick.name] = max(found.get(pick.name, 0), cards if most is None else max(0, min(most, cards)))
        return found

    @cached_property
    def _bounding(self) -> Bounding:
        """What bounds numbers, with those that somebody chooses by the names that choices give them."""
        rules, cards, players = self.material.rules, len(self.material.cards), self.material.players
        return Bounding(rules, cards, players, chosen(rules, cards, players))
