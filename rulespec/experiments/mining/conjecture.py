"""A conjecture about every game: its text in a rule file, and a test of it on a game."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from operator import ge, gt, le, lt
from typing import Literal

from attrs import field, frozen

from rulespec.experiments.mining.quantities import ALL, PLAYER, Quantity
from rulespec.language.tree import declarations as d

Relation = Literal["is", "at least", "at most", "more than", "less than"]

TOLD = {"at least": ge, "at most": le, "more than": gt, "less than": lt}
MOST_NAMES = 3  # of zones and counters in the name of a law


@frozen
class Summand:
    """A quantity, so many times."""

    quantity: Quantity
    times: int


@frozen
class Conjecture:
    """A sum of quantities is some number for each member of its scope, or at least or at most that, or unchanged."""

    moment: d.Moment
    scope: str
    terms: tuple[Summand, ...]  # in the order in which they are declared
    relation: Relation
    amounts: Mapping[int, int] | None = field(eq=False)  # by the number of players; None for what it was earlier
    amount: str | None  # as it is written in a rule file

    @property
    def written(self) -> str:
        """The condition, as it is written in a rule file."""
        if self.scope == PLAYER:
            return f"every player where {self._each}"
        return self._each if self.scope == ALL else f"every {self.scope} where {self._each}"

    @property
    def head(self) -> str:
        """The text between the name of the law and its condition."""
        return "" if self.moment == "asked or over" else f" {self.moment}"

    @property
    def stem(self) -> str:
        """A name for its law, unless another one has it."""
        named = list(dict.fromkeys(term.quantity.name for term in self.terms))
        names = named if len(named) <= MOST_NAMES else [*named[: MOST_NAMES - 1], "more"]
        about = "-and-".join(names)
        if self.amounts is None:
            return f"{about}-{_TREND[self.relation]}"
        if self._is_empty:
            return f"{about}-empty"
        if self._is_not_empty:
            return f"{about}-not-empty"
        if self.relation != "is":
            return f"{about}-{self.relation.replace(' ', '-')}"
        if len(self.terms) == 1:
            return f"{about}-fixed"
        return f"{'-as-'.join(names)}" if any(term.times < 0 for term in self.terms) else f"{about}-whole"

    @property
    def _is_empty(self) -> bool:
        only = self.terms[0].quantity if len(self.terms) == 1 else None
        return only is not None and only.is_zone and self.relation == "is" and self.amount == "0"

    @property
    def _is_not_empty(self) -> bool:
        only = self.terms[0].quantity if len(self.terms) == 1 else None
        return only is not None and only.is_zone and self.relation == "at least" and self.amount == "1"

    @property
    def _each(self) -> str:
        """The condition on each member of the scope."""
        if self._is_empty or self._is_not_empty:
            return f"{self.terms[0].quantity.said} {'is' if self._is_empty else 'is not'} empty"
        left = _sum([term for term in self.terms if term.times > 0])
        if self.amounts is None:
            return f"{left} is {self.relation} earlier {left}"
        subtracted = [Summand(term.quantity, -term.times) for term in self.terms if term.times < 0]
        right = [_sum(subtracted)] if subtracted else []
        right += [self.amount] if self.amount is not None and not (right and self.amount == "0") else []
        return f"{left} is {'' if self.relation == 'is' else f'{self.relation} '}{' plus '.join(right)}"

    # ---- games

    def value(self, quantities: Sequence[Quantity], row: Sequence[int]) -> int:
        """The sum, from the values of all quantities of the scope."""
        return sum(term.times * row[quantities.index(term.quantity)] for term in self.terms)

    def failing(
        self, quantities: Sequence[Quantity], players: int, course: Sequence[Sequence[Sequence[int]]]
    ) -> Iterator[int]:
        """The values of the sum that break the conjecture, in the course of a game."""
        columns = [(quantities.index(term.quantity), term.times) for term in self.terms]
        sums = [[sum([times * row[column] for column, times in columns]) for row in values] for values in course]
        for before, now in pairwise(sums):
            for then, value in zip(before, now, strict=True):
                against = then if self.amounts is None else self.amounts[players]
                if value != against if self.relation == "is" else not TOLD[self.relation](value, against):
                    yield value


_TREND = {"at least": "never-less", "at most": "never-more", "more than": "always-more", "less than": "always-less"}


def _sum(terms: Sequence[Summand]) -> str:
    """A sum, the cards of several zones counted together."""
    zones = [term.quantity.said for term in terms if term.quantity.is_zone and term.times == 1]
    counted = [_once(term) for term in terms if not (term.quantity.is_zone and term.times == 1)]
    if zones:
        counted.append(f"cards in {zones[0]}" if len(zones) == 1 else f"cards in ({' plus '.join(zones)})")
    return " plus ".join(counted)


def _once(term: Summand) -> str:
    return term.quantity.written if term.times == 1 else f"{term.times} times {term.quantity.written}"
