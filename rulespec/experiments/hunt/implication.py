"""True if one condition implies another: a conservative syntactic test."""

from attrs import frozen

from rulespec.language.tree import expressions as e
from rulespec.rules.resolve.bounds import Bounding
from rulespec.rules.resolve.ruleset import Rules


@frozen(eq=False)
class Implication:
    """Compares conditions of a ruleset; `bounding` has the bounds of its numbers."""

    rules: Rules
    bounding: Bounding

    def holds(self, one: e.Condition, other: e.Condition) -> bool:
        """True if `one` implies `other`; False where that cannot be shown."""
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
        """A named condition unfolded, if it is about the player of its context."""
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
        """True if `one` is never more than `other`."""
        match one, other:
            case e.Different(_, cards), e.CountCards(cards_too):
                return cards == cards_too
            case _:
                return one == other

    def _reaches(self, least: e.Expression, relation: str, bound: e.Expression, relation_too: str) -> bool:
        """True if a number above one bound is above the other."""
        (low, _), (_, high) = self.bounding.of(least), self.bounding.of(bound)
        if low is None or high is None:
            return least == bound and relation == relation_too
        return low + (relation == ">") >= high + (relation_too == ">")

    def _stays(self, most: e.Expression, relation: str, bound: e.Expression, relation_too: str) -> bool:
        """True if a number below one bound is below the other."""
        (_, high), (low, _) = self.bounding.of(most), self.bounding.of(bound)
        if low is None or high is None:
            return most == bound and relation == relation_too
        return high - (relation == "<") <= low - (relation_too == "<")
