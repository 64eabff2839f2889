"""Sieves of several cards chosen at once, by sums and counts, as they can be asked card by card."""

from collections.abc import Callable
from functools import partial
from typing import get_args

from attrs import frozen

from rulespec.experiments.testing import nodes as n
from rulespec.experiments.testing.declared import Declared
from rulespec.experiments.testing.drawing import Drawing
from rulespec.experiments.testing.expressions import Expressions
from rulespec.experiments.testing.places import Place
from rulespec.language.tree import expressions as e
from rulespec.language.tree.kinds import CARD, NUMBER, word_of


@frozen(eq=False)
class Sums:
    """Draws what is said of a lot, the cards of a choice by their name, at a place where that is not known yet."""

    _draw: Drawing
    _declared: Declared
    _expressions: Expressions
    _lot: e.Name
    _at: Place

    def sieve(self) -> e.Sieve:
        match self._draw.number(0, 2):
            case 0:
                return e.Where(self._condition(), **n.NOWHERE)
            case 1:
                return e.Preferring(self._draw.some(self._condition, 1, 2), **n.NOWHERE)
            case _:
                return e.WithExtremes(self._draw.some(self._extreme, 1, 2), **n.NOWHERE)

    def _condition(self) -> e.Condition:
        draw, lot, lists = self._draw, self._lot, self._declared.shown_words()
        of_one_list: list[Callable[[], e.Condition]] = [
            lambda: e.Repeats(lot, lists[0], **n.NOWHERE),
            lambda: e.Within(self._expressions.expression(word_of(lists[0]), self._at, 0), lot, **n.NOWHERE),
            lambda: e.Is(e.Different(lists[0], lot, **n.NOWHERE), n.number(draw.number(0, 2)), **n.NOWHERE),
        ]
        ways: list[Callable[[], e.Condition]] = [
            self._bound,
            lambda: e.Empty(self._fitting(), **n.NOWHERE),
            lambda: e.Not(self._condition(), **n.NOWHERE),
            lambda: e.Quantified(
                draw.of(*get_args(e.Quantifier)), e.Member(False, lot, **n.NOWHERE), self._of_each(), **n.NOWHERE
            ),
        ]
        return draw.of(*ways, *(of_one_list if lists else []))()

    def _bound(self) -> e.Condition:
        relation = self._draw.of(*get_args(e.Relation))
        return e.Compare(self._sum(), relation, n.number(self._draw.number(1, 4)), **n.NOWHERE)

    def _extreme(self) -> e.Extreme:
        return e.Extreme(self._draw.of(True, False), self._sum(), by_height=self._draw.perhaps(), **n.NOWHERE)

    def _sum(self) -> e.Expression:
        """What is counted of a set, of some of its cards, or of it with others, or of others without it."""
        draw, lot, declared = self._draw, self._lot, self._declared
        seen = list(self._expressions.nameable.zones(self._at, seen=True))
        counted: list[Callable[[], e.Expression]] = [
            lambda: e.CountCards(lot, **n.NOWHERE),
            lambda: e.NumberOf(self._fitting(), **n.NOWHERE),
            *(partial(e.Total, name, lot, **n.NOWHERE) for name in declared.shown_of(NUMBER)),
            *(partial(e.Different, name, lot, **n.NOWHERE) for name in declared.shown_words()[:1]),
        ]
        if seen:
            counted.append(lambda: e.CountCards(e.Plus(lot, draw.of(*seen), **n.NOWHERE), **n.NOWHERE))
            counted.append(lambda: e.CountCards(e.Except(draw.of(*seen), lot, **n.NOWHERE), **n.NOWHERE))
        return draw.of(*counted)()

    def _fitting(self) -> e.Expression:
        return e.Sieved(self._lot, (e.Where(self._of_each(), **n.NOWHERE),), **n.NOWHERE)

    def _of_each(self) -> e.Condition:
        return self._expressions.conditions.condition(self._at.looking_at(CARD), 0)
