"""Expressions of a wanted kind: what can be named at a place, and what can be made of that."""

from collections.abc import Callable
from typing import Any

from rulespec.testing import nodes as n
from rulespec.testing.conditions import Conditions
from rulespec.testing.declared import Declared
from rulespec.testing.drawing import Drawing
from rulespec.testing.nameable import Nameable
from rulespec.testing.nodes import NOWHERE
from rulespec.testing.places import Place
from rulespec.testing.sides import Sides
from rulespec.tree import expressions as e
from rulespec.tree.kinds import CARD, CARDS, NUMBER, NUMBERS, PLAYER, PLAYERS, Kind, word_of

Ways = list[Callable[[], e.Expression]]


class Expressions:
    """Draws expressions; `conditions` are drawn of these, and some of these by conditions."""

    def __init__(self, draw: Drawing, declared: Declared) -> None:
        self._draw = draw
        self._declared = declared
        self.nameable = Nameable(declared)
        self.sides = Sides(draw, declared, self.nameable, self.expression)
        self.conditions = Conditions(draw, declared, self.sides, self.expression)

    def expression(self, kind: Kind, at: Place, deep: int = 2) -> e.Expression:
        leaves = list(self.nameable.leaves(kind, at))
        made = self._made(kind, at, deep - 1)
        if at.earlier:
            made.append(lambda: e.Earlier(self.expression(kind, at, max(0, deep - 1)), **NOWHERE))
        if not leaves or (deep > 0 and made and self._draw.perhaps()):
            return self._draw.of(*made)()
        return self._draw.of(*leaves)

    def _made(self, kind: Kind, at: Place, deep: int) -> Ways:
        if kind == NUMBER:
            return self._numbers(at, deep)
        if kind == PLAYER:
            return self._players(at, deep)
        if kind == CARD:
            return [lambda: self._end_of(CARDS, at, deep)]
        if kind.many:
            return self._sets(kind, at, deep)
        return self._words(kind, at, deep)

    def _numbers(self, at: Place, deep: int) -> Ways:
        def two(node: Any) -> Callable[[], e.Expression]:
            def drawn() -> e.Expression:
                one = self.expression(NUMBER, at, deep)
                apart = node in (e.Minus, e.Smaller, e.Larger)
                other = self.sides.unlike(one, NUMBER, at, deep) if apart else self.expression(NUMBER, at, deep)
                made: e.Expression = node(one, other, **NOWHERE)
                return made

            return drawn

        return [
            lambda: e.CountCards(self.sides.size(at, deep), **NOWHERE),
            lambda: e.NumberOf(self.sides.any_set(at, deep), **NOWHERE),
            lambda: self._of(NUMBER, at, deep),
            lambda: e.Different(self._draw.of(*self._declared.shown), self.expression(CARDS, at, deep), **NOWHERE),
            lambda: self._total(at, deep),
            lambda: self._end_of(NUMBERS, at, deep),
            *map(two, (e.Plus, e.Minus, e.Times, e.Smaller, e.Larger)),
        ]

    def _players(self, at: Place, deep: int) -> Ways:
        return [
            lambda: self._of(PLAYER, at, deep),
            lambda: self._end_of(PLAYERS, at, deep),
            lambda: e.OwnerOf(self.expression(CARD, at, deep), **NOWHERE),
            lambda: n.of(self._draw.of("left", "right"), self.expression(PLAYER, at, max(0, deep))),
        ]

    def _words(self, kind: Kind, at: Place, deep: int) -> Ways:
        return [
            lambda: self._of(kind, at, deep),
            lambda: e.NextOf(self.expression(kind, at, deep), **NOWHERE),
            lambda: e.PreviousOf(self.expression(kind, at, deep), **NOWHERE),
            lambda: self._end_of(kind.set, at, deep),
        ]

    def _sets(self, kind: Kind, at: Place, deep: int) -> Ways:
        draw = self._draw

        def narrowed() -> e.Expression:
            inner = self.expression(kind, at, deep)
            return e.Sieved(inner, draw.some(lambda: self.conditions.sieve(kind.one, at, deep), 1, 2), **NOWHERE)

        def without() -> e.Expression:
            other = self.expression(kind if draw.perhaps() else kind.one, at, deep)
            return e.Except(self.expression(kind, at, deep), other, **NOWHERE)

        ways: Ways = [narrowed, without]
        if kind == CARDS:
            ways.append(lambda: self._of_players(at, deep))
            ways.append(lambda: e.Plus(self.expression(CARDS, at, deep), self.expression(CARDS, at, deep), **NOWHERE))
        if shown := self._declared.shown_of(kind.one):
            ways.append(lambda: n.of(draw.of(*shown), self.expression(CARDS, at, deep)))
        if held := self.nameable.held_by_players(kind.one):
            ways.append(lambda: n.of(draw.of(*held), self.expression(PLAYERS, at, max(0, deep))))
        return ways

    def _end_of(self, kind: Kind, at: Place, deep: int) -> e.Expression:
        of = self.expression(kind, at, deep)
        return e.Last(of, **NOWHERE) if self._draw.perhaps() else e.First(of, **NOWHERE)

    def _of(self, kind: Kind, at: Place, deep: int) -> e.Expression:
        """What a player, a card or a word of a list has; for want of that, the simplest of its kind."""
        of = self._draw.of("player", "card", *self._declared.words())
        if of == "card":
            nouns, of_kind = [*self.nameable.nouns(kind, "card", at), *self._declared.shown_of(kind)], CARD
        elif of == "player":
            nouns, of_kind = list(self.nameable.nouns(kind, "player", at)), PLAYER
        else:
            nouns, of_kind = list(self.nameable.nouns(kind, of, at)) if kind != word_of(of) else [], word_of(of)
        if not nouns:
            return self.expression(kind, at, 0)
        return n.of(self._draw.of(*nouns), self.expression(of_kind, at, max(0, deep)))

    def _of_players(self, at: Place, deep: int) -> e.Expression:
        """Zones of somebody, or of several."""
        zones = self.nameable.zones_of_players(at)
        if not zones:
            return self.expression(CARDS, at, 0)
        whose = self.expression(self._draw.of(PLAYER, PLAYERS), at, max(0, deep))
        return n.of(self._draw.of(*zones), whose)

    def _total(self, at: Place, deep: int) -> e.Expression:
        of = self._draw.of(PLAYERS, CARDS)
        nouns = list(self.nameable.nouns(NUMBER, of.name, at.looking_at(of.one)))
        nouns += self._declared.shown_of(NUMBER) if of == CARDS else []
        if not nouns:
            return self.expression(NUMBER, at, 0)
        return e.Total(self._draw.of(*nouns), self.expression(of, at, deep), **NOWHERE)
