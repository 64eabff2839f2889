"""Conditions and sieves, of expressions that are drawn for them."""

from collections.abc import Callable
from functools import partial
from typing import get_args

from attrs import frozen

from rulespec.experiments.testing import nodes as n
from rulespec.experiments.testing.classes import drawable
from rulespec.experiments.testing.declared import Declared
from rulespec.experiments.testing.drawing import Drawing
from rulespec.experiments.testing.places import Place
from rulespec.experiments.testing.regular import Regular
from rulespec.experiments.testing.sides import Expressing, Sides
from rulespec.language.tree import expressions as e
from rulespec.language.tree.kinds import CARD, CARDS, NUMBER, PLAYER, PLAYERS, SETS, Kind, word_of
from rulespec.language.tree.slots import Sort, slots
from rulespec.rules.resolve.circumstances import ended

BY_HAND = (e.Fits, e.Is, e.Within, e.Quantified, e.EndedBy)
REGULAR = drawable(get_args(e.Condition), BY_HAND)
SIEVES = drawable(get_args(e.Sieve))
SIMPLE = [kind for kind in REGULAR if all(slot.takes is not Sort.CONDITION for slot in slots(kind).values())]


@frozen(eq=False)
class Conditions:
    """Draws conditions, and sieves by them."""

    _draw: Drawing
    _declared: Declared
    _sides: Sides
    _regular: Regular
    _expression: Expressing

    def condition(self, at: Place, deep: int = 2) -> e.Condition:
        inner = deep - 1

        def sayable(kind: type) -> bool:
            return at.looked is not None or kind is not e.Implies

        ways: list[Callable[[], e.Condition]] = [
            lambda: self._same(at, inner),
            lambda: self._within(at, inner),
            lambda: self._adjective(at, inner),
            *(
                partial(self._regular.node, kind, at, inner)
                for kind in (REGULAR if deep > 0 else SIMPLE)
                if sayable(kind)
            ),
        ]
        if deep > 0:
            ways.append(lambda: self._quantified(at, inner))
        if ends := self._ends(at):
            ways.append(partial(self._draw.of, *ends))
        return self._draw.of(*ways)()

    def sieve(self, kind: Kind, at: Place, deep: int = 1, named: str | None = None) -> e.Sieve:
        """A sieve over members of a kind, which a choice can give a name."""
        sieve: e.Sieve = self._regular.node(self._draw.of(e.Where, *SIEVES), at.looking_at(kind, named), deep)
        return sieve

    def _ends(self, at: Place) -> list[e.Condition]:
        """What may have ended by then, by each reason for it."""
        known = [
            (of, each) for of, kind in ended(at.looked).items() for each in self._declared.reasons if type(each) is kind
        ]
        return [e.EndedBy(of, reason.name, **n.NOWHERE) for of, reason in known]

    def _same(self, at: Place, deep: int) -> e.Condition:
        draw, lists = self._draw, self._declared.shown_words()
        kind = draw.of(NUMBER, PLAYER, CARD, *self._declared.kinds_of_words())
        one = asks = self._expression(kind, at, max(1, deep))
        if draw.perhaps(6):
            return e.Is(one, e.NoneYet(**n.NOWHERE), **n.NOWHERE)
        if kind == CARD and lists and draw.perhaps():
            list_ = draw.of(*lists)
            asks, kind = n.of(list_, one), word_of(list_)
        return e.Is(one, self._sides.unlike(asks, kind, at, deep), **n.NOWHERE)

    def _within(self, at: Place, deep: int) -> e.Condition:
        kind = self._sides.any_kind()
        whole = CARDS if kind.list in self._declared.shown and self._draw.perhaps() else kind.set
        return e.Within(self._expression(kind, at, deep), self._expression(whole, at, deep), **n.NOWHERE)

    def _adjective(self, at: Place, deep: int) -> e.Condition:
        calls = {name: call for name, call in self._declared.calls.items() if at.looks or call.open}
        if not calls:
            return self._same(at, 0)
        name = self._draw.of(*calls)
        if calls[name].subject == "game":
            return e.Is(e.TheGame(**n.NOWHERE), n.name(name), **n.NOWHERE)
        kind = {"player": PLAYER, "card": CARD, "cards": CARDS}[calls[name].subject]
        return e.Is(self._expression(kind, at, max(0, deep)), n.name(name), **n.NOWHERE)

    def _quantified(self, at: Place, deep: int) -> e.Condition:
        kind = self._draw.of(PLAYERS, CARDS, SETS, *(each.set for each in self._declared.kinds_of_words()))
        among = self._expression(kind, at, 0 if kind == SETS else deep)
        all_of_them = kind not in (CARDS, SETS) and self._draw.perhaps()
        member = e.Member(kind == PLAYERS, None if all_of_them else among, list=kind.list, **n.NOWHERE)
        inner = self.condition(at.looking_at(kind.one), deep)
        return e.Quantified(self._draw.of(*get_args(e.Quantifier)), member, inner, **n.NOWHERE)
