"""How often a game can ask its players and chance, at most."""

from typing import assert_never

from attrs import frozen

from rulespec.adapters.encoding.counting import Count, Counted
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.node import children
from rulespec.plan.amounts import Amounts
from rulespec.rules.material import Material


def most_answers(material: Material) -> int:
    """How many atoms the players are asked for at most, in a whole game."""
    asked = _Asked(Amounts(material))
    return Count(asked.amounts, asked.answers).game()


def most_draws(material: Material) -> int:
    """How often chance decides at most, in a whole game."""
    asked = _Asked(Amounts(material))
    return Count(asked.amounts, asked.draws).game()


@frozen(eq=False)
class _Asked:
    """How often each statement itself asks."""

    amounts: Amounts

    def answers(self, statement: Counted) -> int:
        """The atoms of the longest answer, and the one that says that a set of open size is complete."""
        if isinstance(statement, s.Choose):
            return max(1, sum(map(self._atoms, statement.picks)))
        return int(isinstance(statement, s.May))

    def _atoms(self, pick: s.Pick) -> int:
        match pick:
            case s.PickCards(low=low, high=high):
                return self._cards(high or low) + (high is not None)
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
        return 0 if self.amounts.material.rules.names.zones[source.zone].ordered else self._cards(amount)

    def _cards(self, amount: e.Expression) -> int:
        """An upper bound of a number of cards."""
        cards, most = len(self.amounts.material.cards), self.amounts.of(amount)[1]
        return cards if most is None else max(0, min(most, cards))
