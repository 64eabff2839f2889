"""Expressions of a wanted kind: what can be named at a place, and what can be made of that."""

from collections.abc import Callable
from functools import partial

from rulespec.testing import nodes as n
from rulespec.testing.classes import made_of
from rulespec.testing.conditions import Conditions
from rulespec.testing.declared import Declared
from rulespec.testing.drawing import Drawing
from rulespec.testing.holders import Holders
from rulespec.testing.nameable import Nameable
from rulespec.testing.places import Place
from rulespec.testing.regular import Regular
from rulespec.testing.sides import Sides
from rulespec.tree import expressions as e
from rulespec.tree.kinds import CARD, CARDS, NUMBER, PLAYER, PLAYERS, Kind, word_of

Ways = list[Callable[[], e.Expression]]


class Expressions:
    """Draws expressions; `conditions` are drawn of these, and some of these by conditions."""

    def __init__(self, draw: Drawing, declared: Declared) -> None:
        self._draw = draw
        self._declared = declared
        self.nameable = Nameable(declared)
        self.holders = Holders(draw, declared, self.expression)
        self.sides = Sides(draw, declared, self.nameable, self.expression)
        self.regular = Regular(draw, declared, self.sides, self.holders, self.expression, self._condition)
        self.conditions = Conditions(draw, declared, self.sides, self.regular, self.expression)

    def expression(self, kind: Kind, at: Place, deep: int = 2) -> e.Expression:
        leaves = list(self.nameable.leaves(kind, at))
        if not leaves or (deep > 0 and self._draw.perhaps()):
            return self._draw.of(*self._made(kind, at, deep - 1))()
        return self._draw.of(*leaves)

    def _condition(self, at: Place, deep: int = 2) -> e.Condition:
        return self.conditions.condition(at, deep)

    def _made(self, kind: Kind, at: Place, deep: int) -> Ways:
        ways = self._sets(kind, at, deep) if kind.many else self._single(kind, at, deep)
        for each, parts in made_of(kind):
            if at.earlier or each is not e.Earlier:
                ways.append(partial(self.regular.node, each, at, max(0, deep), parts))
        return ways

    def _single(self, kind: Kind, at: Place, deep: int) -> Ways:
        if kind == CARD:
            return []
        ways: Ways = [lambda: self._of(kind, at, deep)]
        if kind == NUMBER:
            ways += [lambda: self._total(at, deep), lambda: self._sum(NUMBER, at, deep)]
        if kind == PLAYER:
            beside = self._draw.of("left", "right")
            ways.append(lambda: n.of(beside, self.expression(PLAYER, at, max(0, deep))))
        return ways

    def _sets(self, kind: Kind, at: Place, deep: int) -> Ways:
        draw = self._draw

        def narrowed() -> e.Expression:
            inner = self.expression(kind, at, deep)
            return e.Sieved(inner, draw.some(lambda: self.conditions.sieve(kind.one, at, deep), 1, 2), **n.NOWHERE)

        ways: Ways = [narrowed]
        if kind == CARDS:
            ways += [lambda: self._of_players(at, deep), lambda: self._sum(CARDS, at, deep)]
        if shown := self._declared.shown_of(kind.one):
            ways.append(lambda: n.of(draw.of(*shown), self.expression(CARDS, at, deep)))
        if held := self.nameable.held_by_players(kind.one):
            ways.append(lambda: n.of(draw.of(*held), self.expression(PLAYERS, at, max(0, deep))))
        return ways

    def _sum(self, kind: Kind, at: Place, deep: int) -> e.Expression:
        return e.Plus(self.expression(kind, at, deep), self.expression(kind, at, deep), **n.NOWHERE)

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
        return e.Total(self._draw.of(*nouns), self.expression(of, at, deep), **n.NOWHERE)
