"""How often a game can ask, counted from its blocks: blocks terminate, and turns are bounded."""

from typing import assert_never

from attrs import frozen

from rulespec.checks.length import Count, Counted, at_most
from rulespec.material import Material
from rulespec.tree import expressions as e
from rulespec.tree import statements as s
from rulespec.tree.node import children


def most_answers(material: Material) -> int:
    """How many atoms the players are asked for at most, in a whole game."""
    return Count(material).game(_Asked(material).answers)


def most_draws(material: Material) -> int:
    """How often chance decides at most, in a whole game."""
    return Count(material).game(_Asked(material).draws)


@frozen(eq=False)
class _Asked:
    """How often each statement itself asks."""

    _material: Material

    def answers(self, statement: Counted) -> int:
        """The atoms of the longest answer, and the one that says that a set of open size is complete."""
        if isinstance(statement, s.Choose):
            return max(1, sum(map(self._atoms, statement.picks)))
        return int(isinstance(statement, s.May))

    def _atoms(self, pick: s.Pick) -> int:
        match pick:
            case s.PickCards(low=low, high=high):
                return at_most(high or low, self._material) + (high is not None)
            case s.PickOne() | s.PickPair() | s.PickNumber():
                return len(pick.names)
            case _:
                assert_never(pick)

    def draws(self, statement: Counted) -> int:
        """The cards of a draw from a zone that is no row; what else is left to chance happens once."""
        if not isinstance(statement, s.AnyEffect) or not statement.chance:
            return 0
        drawn = list(s.drawings(statement))
        return sum(self._drawn(*each) for each in drawn) if drawn else self._named(statement)

    def _named(self, effect: s.AnyEffect) -> int:
        """The names that chance gives at once; it decides each of them by itself where it is asked atom by atom."""
        return max(1, sum(len(each.names) for each in children(effect) if isinstance(each, s.Pick)))

    def _drawn(self, source: e.Expression, amount: e.Expression) -> int:
        assert isinstance(source, e.InZone)
        return 0 if self._material.rules.names.zones[source.zone].ordered else at_most(amount, self._material)
