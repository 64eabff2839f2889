"""Conditions and sieves, of expressions that are drawn for them."""

from collections.abc import Callable

from rulespec.testing import nodes as n
from rulespec.testing.declared import Declared
from rulespec.testing.drawing import Drawing
from rulespec.testing.nodes import NOWHERE
from rulespec.testing.places import Place
from rulespec.testing.sides import Expressing, Sides
from rulespec.tree import expressions as e
from rulespec.tree.kinds import CARD, CARDS, NUMBER, PLAYER, Kind, word_of


class Conditions:
    """Draws conditions, and sieves by them."""

    def __init__(self, draw: Drawing, declared: Declared, sides: Sides, expression: Expressing) -> None:
        self._draw = draw
        self._declared = declared
        self._sides = sides
        self._expression = expression

    def condition(self, at: Place, deep: int = 2) -> e.Condition:
        draw, inner = self._draw, deep - 1
        simple: list[Callable[[], e.Condition]] = [
            lambda: self._compared(at, inner),
            lambda: self._same(at, inner),
            lambda: e.Empty(
                self._sides.size(at, inner) if draw.perhaps() else self._sides.any_set(at, inner), **NOWHERE
            ),
            lambda: self._within(at, inner),
            lambda: e.Repeats(self._expression(CARDS, at, inner), draw.of(*self._declared.shown), **NOWHERE),
            lambda: self._adjective(at, inner),
        ]
        if deep <= 0:
            return draw.of(*simple)()
        made: list[Callable[[], e.Condition]] = [
            lambda: e.Not(self.condition(at, inner), **NOWHERE),
            lambda: e.AllOf(draw.some(lambda: self.condition(at, inner), 2, 3), **NOWHERE),
            lambda: e.AnyOf(draw.some(lambda: self.condition(at, inner), 2, 3), **NOWHERE),
            lambda: self._quantified(at, inner),
        ]
        return draw.of(*simple, *made)()

    def sieve(self, kind: Kind, at: Place, deep: int = 1, named: str | None = None) -> e.Sieve:
        """A sieve over members of a kind, which a choice can give a name."""
        inner = at.looking_at(kind, named)
        match self._draw.number(0, 3):
            case 0 | 1:
                return e.Where(self.condition(inner, deep), **NOWHERE)
            case 2:
                return e.Preferring(self._draw.some(lambda: self.condition(inner, deep), 1, 2), **NOWHERE)
            case _:
                return e.WithExtremes(self._draw.some(lambda: self._extreme(inner, deep), 1, 2), **NOWHERE)

    def _extreme(self, at: Place, deep: int) -> e.Extreme:
        kind = self._comparable()
        by_height = self._draw.perhaps()
        most = self._draw.of(True, False)
        return e.Extreme(most, self._expression(kind, at, deep), by_height=by_height, **NOWHERE)

    def _comparable(self) -> Kind:
        return self._draw.of(NUMBER, NUMBER, self._draw.of(*self._declared.kinds_of_words()))

    def _compared(self, at: Place, deep: int) -> e.Condition:
        kind = self._comparable()
        one = self._expression(kind, at, max(1, deep))
        relation = self._draw.of(">=", "<=", ">", "<")
        return e.Compare(one, relation, self._sides.unlike(one, kind, at, deep), **NOWHERE)

    def _same(self, at: Place, deep: int) -> e.Condition:
        draw, lists = self._draw, self._declared.shown_words()
        kind = draw.of(NUMBER, PLAYER, CARD, *self._declared.kinds_of_words())
        one = asks = self._expression(kind, at, max(1, deep))
        if draw.perhaps(6):
            return e.Is(one, e.NoneYet(**NOWHERE), **NOWHERE)
        if kind == CARD and lists and draw.perhaps():
            list_ = draw.of(*lists)
            asks, kind = n.of(list_, one), word_of(list_)
        return e.Is(one, self._sides.unlike(asks, kind, at, deep), **NOWHERE)

    def _within(self, at: Place, deep: int) -> e.Condition:
        kind = self._sides.any_kind()
        whole = CARDS if kind.list in self._declared.shown and self._draw.perhaps() else kind.set
        return e.Within(self._expression(kind, at, deep), self._expression(whole, at, deep), **NOWHERE)

    def _adjective(self, at: Place, deep: int) -> e.Condition:
        calls = {name: call for name, call in self._declared.calls.items() if at.looks or call.open}
        if not calls:
            return self._compared(at, 0)
        name = self._draw.of(*calls)
        if calls[name].subject == "game":
            return e.Is(e.TheGame(**NOWHERE), n.name(name), **NOWHERE)
        kind = PLAYER if calls[name].subject == "player" else CARD
        return e.Is(self._expression(kind, at, max(0, deep)), n.name(name), **NOWHERE)

    def _quantified(self, at: Place, deep: int) -> e.Condition:
        kind = self._draw.of(PLAYER, CARD)
        among = self._expression(kind.set, at, deep) if kind == CARD or self._draw.perhaps() else None
        member = e.Member(kind == PLAYER, among, **NOWHERE)
        inner = self.condition(at.looking_at(kind), deep)
        return e.Quantified(self._draw.of("some", "no", "every"), member, inner, **NOWHERE)
