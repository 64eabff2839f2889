"""Expressions of a wanted kind: what can be named at a place, and what can be made of that."""

from collections.abc import Callable
from functools import partial

from rulespec.experiments.testing import nodes as n
from rulespec.experiments.testing.classes import made_of
from rulespec.experiments.testing.conditions import Conditions
from rulespec.experiments.testing.declared import Declared
from rulespec.experiments.testing.drawing import Drawing
from rulespec.experiments.testing.holders import Holders
from rulespec.experiments.testing.nameable import Nameable
from rulespec.experiments.testing.places import Place
from rulespec.experiments.testing.regular import Regular
from rulespec.experiments.testing.sides import Sides
from rulespec.language.tree import expressions as e
from rulespec.language.tree.kinds import CARD, CARDS, NUMBER, PLAYER, PLAYERS, SETS, Kind, word_of

Ways = list[Callable[[], e.Expression]]
_Over = type[e.Total | e.Highest | e.Lowest]
_OfSeveral = type[e.TotalOf | e.HighestOf | e.LowestOf]


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
        if kind == SETS:
            return self._sets_of_cards(at, deep)
        leaves = list(self.nameable.leaves(kind, at))
        if not leaves or (deep > 0 and self._draw.perhaps()):
            return self._draw.of(*self._made(kind, at, deep - 1))()
        return self._draw.of(*leaves)

    def _condition(self, at: Place, deep: int = 2) -> e.Condition:
        return self.conditions.condition(at, deep)

    def _made(self, kind: Kind, at: Place, deep: int) -> Ways:
        ways = self._sets(kind, at, deep) if kind.many else self._single(kind, at, deep)
        for each, parts in made_of(kind):
            if at.looked in (None, "claimed") and each is e.Earlier:
                continue
            if at.looks or each is not e.PositionOf:  # which tells where an unseen card lies
                ways.append(partial(self.regular.node, each, at, max(0, deep), parts))
        return ways

    def _single(self, kind: Kind, at: Place, deep: int) -> Ways:
        if kind == CARD:
            return []
        ways: Ways = [lambda: self._of(kind, at, deep), *self._by_word(kind, at, deep)]
        if kind == NUMBER:
            ways += [lambda: self._over(e.Total, kind, at, deep), lambda: self._sum(NUMBER, at, deep)]
            ways += [lambda: self._least_total(at, deep)] * 2  # in few files there is what it speaks of
            ways += self._of_several(e.TotalOf, kind, at, deep)
        if kind == NUMBER or kind.name == "word":
            ways += [partial(self._over, each, kind, at, deep) for each in (e.Highest, e.Lowest)]
            end: _OfSeveral = e.HighestOf if self._draw.perhaps() else e.LowestOf
            ways += self._of_several(end, kind, at, deep)
        if kind == PLAYER:
            beside = self._draw.of("left", "right")
            ways.append(lambda: n.of(beside, self.expression(PLAYER, at, max(0, deep))))
        return ways

    def _sets(self, kind: Kind, at: Place, deep: int) -> Ways:
        draw = self._draw

        def narrowed() -> e.Expression:
            inner = self.expression(kind, at, deep)
            return e.Sieved(inner, draw.some(lambda: self.conditions.sieve(kind.one, at, deep), 1, 2), **n.NOWHERE)

        ways: Ways = [narrowed, *self._by_word(kind, at, deep)]
        if kind == CARDS:
            ways.append(lambda: self._of_players(at, deep))
            ways += [partial(self._end_of_sets, end, at, deep) for end in (e.First, e.Last)]
        if kind.name in ("card", "player", "word"):
            ways.append(lambda: self._sum(kind, at, deep))
        if kind == PLAYERS and (calls := self.nameable.calls_of("player", at)):
            ways.append(lambda: e.PlayersWho(draw.of(*calls), draw.perhaps(), self._starting(at, deep), **n.NOWHERE))
        if shown := self._declared.shown_of(kind.one):
            ways.append(lambda: n.of(draw.of(*shown), self.expression(CARDS, at, deep)))
        if held := self.nameable.held_by_players(kind.one):
            ways.append(lambda: n.of(draw.of(*held), self.expression(PLAYERS, at, max(0, deep))))
        return ways

    def _starting(self, at: Place, deep: int) -> e.Expression:
        return self.expression(PLAYER, at, max(0, deep))

    def _by_word(self, kind: Kind, at: Place, deep: int) -> Ways:
        """What there is for each word of a list, where anything is."""
        there, values = self.holders.by_word(kind, at), self.nameable.values_by(kind, at)
        ways: Ways = [lambda: self.holders.held(self._draw.of(*there), kind, at, max(0, deep))] if there else []
        return [*ways, lambda: self._value_by(self._draw.of(*values), at, max(0, deep))] if values else ways

    def _value_by(self, name: str, at: Place, deep: int, *, several: bool = False) -> e.Had:
        """A value of one thing by another, or by several."""
        value = self._declared.values[name]
        of, by = (self._declared.kind_about(each) for each in (str(value.parameter), str(value.by)))
        other = self.expression(by.set if several else by, at, deep)
        if at.it == of and self._draw.perhaps():
            return e.Its(name, other, **n.NOWHERE)
        return n.of(name, self.expression(of, at, deep), other)

    def _of_several(self, said: _OfSeveral, kind: Kind, at: Place, deep: int) -> Ways:
        """The total, or the end, of what there is by several words, where anything is of each player and word."""
        there = [each for each in self.holders.by_word(kind, at) if each.per_player]
        values = self.nameable.values_by(kind, at)
        ways: Ways = []
        if there:
            held = partial(self.holders.held, self._draw.of(*there), kind.set, at, max(0, deep))
            ways.append(lambda: said(held(), **n.NOWHERE))
        if values:
            value_by = partial(self._value_by, self._draw.of(*values), at, max(0, deep), several=True)
            ways.append(lambda: said(value_by(), **n.NOWHERE))
        return ways

    def _sets_of_cards(self, at: Place, deep: int) -> e.Expression:
        """Sets of one or two cards, or all of a few; in what goes through them, they are as they are."""
        cards = self.expression(CARDS, at, 0)
        one, two = n.number(1), n.number(2)
        low, high = self._draw.of((one, None), (two, None), (one, two), (None, None))
        if low is None:
            cards = e.FirstCards(n.number(3), cards, **n.NOWHERE)
        found = e.SetsOf(low, high, cards, **n.NOWHERE)
        if deep <= 0:
            return found
        sieve = partial(self.conditions.sieve, CARDS, at, deep - 1)
        return e.Sieved(found, self._draw.some(sieve, 1, 2), **n.NOWHERE)

    def _least_total(self, at: Place, deep: int) -> e.Expression:
        """What is left of the few cards of a set."""
        shown, fitting = self._declared.shown_of(NUMBER), self.nameable.calls_of("cards", at)
        if not shown or not fitting:
            return self.expression(NUMBER, at, 0)
        cards = self._end_of_sets(e.First, at, max(0, deep - 1))
        one, two = n.number(1), n.number(2)
        low, high = self._draw.of((None, None), (one, None), (two, None), (one, two))
        return e.LeastTotal(self._draw.of(*shown), cards, low, high, self._draw.of(*fitting), **n.NOWHERE)

    def _end_of_sets(self, end: type[e.First | e.Last], at: Place, deep: int) -> e.Expression:
        return end(self._sets_of_cards(at, deep), **n.NOWHERE)

    def _sum(self, kind: Kind, at: Place, deep: int) -> e.Expression:
        return e.Plus(self.expression(kind, at, deep), self.expression(kind, at, deep), **n.NOWHERE)

    def _of(self, kind: Kind, at: Place, deep: int) -> e.Expression:
        """What a player, a card or a word of a list has; for want of that, the simplest of its kind."""
        of = self._draw.of("player", "card", "cards", *self._declared.words())
        if of == "cards":
            nouns, of_kind = list(self.nameable.nouns(kind, "cards", at)), CARDS
        elif of == "card":
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

    def _over(self, said: _Over, kind: Kind, at: Place, deep: int) -> e.Expression:
        """A number or a word that comes of those of all members of a set."""
        of = self._draw.of(PLAYERS, CARDS)
        nouns = list(self.nameable.nouns(kind, of.name, at.looking_at(of.one)))
        nouns += self._declared.shown_of(kind) if of == CARDS else []
        if not nouns:
            return self.expression(kind, at, 0)
        return said(self._draw.of(*nouns), self.expression(of, at, deep), **n.NOWHERE)
