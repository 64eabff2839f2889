"""How small and how large the numbers of a game can be for a number of players, those that somebody chooses too."""

from functools import cached_property

from attrs import define

from rulespec.material import Material
from rulespec.resolve.bounds import Bounding
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree import statements as s
from rulespec.tree.bounds import Bounds


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
        declared = self.material.rules.names.lists[list_]
        return len(declared.words) if isinstance(declared, d.WordList) else declared.high - declared.low + 1

    @cached_property
    def longest(self) -> int:
        """How many words, or numbers, a list has at most."""
        return max(map(self.length, self.material.rules.names.lists), default=0)

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
        found: dict[str, Bounds] = {}
        unknown = self._knowing({})
        for pick in self.material.rules.within(s.PickNumber):
            low, high = pick.bounds(unknown)
            if pick.name in found:
                least, most = found[pick.name]
                low = None if low is None or least is None else min(low, least)
                high = None if high is None or most is None else max(high, most)
            found[pick.name] = low, high
        return self._knowing(found)

    def _knowing(self, known: dict[str, Bounds]) -> Bounding:
        return Bounding(self.material.rules, len(self.material.cards), self.material.players, known)
