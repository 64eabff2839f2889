"""Whether one condition can only hold where another one does, as far as their words show it."""

from attrs import frozen

from rulespec.resolve.bounds import Bounding
from rulespec.resolve.ruleset import Rules
from rulespec.tree import expressions as e


@frozen(eq=False)
class Implication:
    """Compares conditions of a ruleset with so many cards and players."""

    rules: Rules
    bounding: Bounding

    @classmethod
    def of(cls, rules: Rules, cards: int, players: int) -> "Implication":
        return cls(rules, Bounding(rules, cards, players))

    def holds(self, one: e.Condition, other: e.Condition) -> bool:
        """Whether the other holds wherever the one does; False where that cannot be seen."""
        one, other = self._said(one), self._said(other)
        if one == other:
            return True
        match other:
            case e.AllOf(parts):
                return all(self.holds(one, part) for part in parts)
        match one:
            case e.AnyOf(parts):
                return all(self.holds(part, other) for part in parts)
            case e.AllOf(parts):
                return any(self.holds(part, other) for part in parts)
        match other:
            case e.AnyOf(parts):
                return any(self.holds(one, part) for part in parts)
        return self._of_parts(one, other)

    def _said(self, condition: e.Condition) -> e.Condition:
        """What a named condition says, where it is about the same player as what stands around it."""
        match condition:
            case e.Fits(call, None | e.Looked() | e.OwnPlayer()):
                return self.rules.call(call).condition
            case _:
                return condition

    def _of_parts(self, one: e.Condition, other: e.Condition) -> bool:
        match one, other:
            case e.Quantified("some", member, each), e.Quantified("some", member_too, every):
                return member == member_too and self.holds(each, every)
            case e.Compare(a, (">=" | ">") as relation, least), e.Compare(b, (">=" | ">") as relation_too, bound):
                return self._is_as_many(a, b) and self._reaches(least, relation, bound, relation_too)
            case e.Compare(a, ("<=" | "<") as relation, most), e.Compare(b, ("<=" | "<") as relation_too, bound):
                return self._is_as_many(b, a) and self._stays(most, relation, bound, relation_too)
            case _:
                return False

    def _is_as_many(self, one: e.Expression, other: e.Expression) -> bool:
        """Whether the one is never more than the other."""
        match one, other:
            case e.Different(_, cards), e.CountCards(cards_too):
                return cards == cards_too
            case _:
                return one == other

    def _reaches(self, least: e.Expression, relation: str, bound: e.Expression, relation_too: str) -> bool:
        """Whether a number that is beyond the one bound is beyond the other."""
        (low, _), (_, high) = self.bounding.of(least), self.bounding.of(bound)
        if low is None or high is None:
            return least == bound and relation == relation_too
        return low + (relation == ">") >= high + (relation_too == ">")

    def _stays(self, most: e.Expression, relation: str, bound: e.Expression, relation_too: str) -> bool:
        """Whether a number that is below the one bound is below the other."""
        (_, high), (low, _) = self.bounding.of(most), self.bounding.of(bound)
        if low is None or high is None:
            return most == bound and relation == relation_too
        return high - (relation == "<") <= low - (relation_too == "<")
