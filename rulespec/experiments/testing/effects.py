"""Effects, choices aside."""

from collections.abc import Callable
from functools import partial
from typing import Any, get_args

from attrs import evolve, frozen

from rulespec.experiments.testing import nodes as n
from rulespec.experiments.testing.classes import drawable
from rulespec.experiments.testing.declared import Declared
from rulespec.experiments.testing.drawing import Drawing
from rulespec.experiments.testing.expressions import Expressions
from rulespec.experiments.testing.places import Chosen, Place
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.kinds import CARDS, NUMBER, word_of
from rulespec.language.tree.slots import slots


@frozen
class Doing:
    """What can be done at a place: `together` inside `at the same time`, `performable` the lists of words."""

    together: bool = False
    performable: tuple[str, ...] = ()
    deep: int = 2  # blocks in one another


BY_HAND = (s.Choose, s.ChooseByChance, s.Draw, s.Deal, s.DealEvenly, s.Perform, s.Nothing)
REGULAR: tuple[Any, ...] = drawable(get_args(s.Effect), BY_HAND)
FORESEEN = [kind for kind in REGULAR if kind.foreseen and all(slot.takes != CARDS for slot in slots(kind).values())]


@frozen(eq=False)
class Effects:
    """Draws effects."""

    _draw: Drawing
    _declared: Declared
    _expressions: Expressions

    def effect(self, at: Place, doing: Doing, *, empty: bool = True) -> s.Effect:
        regular = [kind for kind in REGULAR if not (doing.together and kind.apart)]
        ways: list[Callable[[], s.Effect]] = [partial(self._regular, kind, at) for kind in regular]
        ways += [lambda: s.Nothing(**n.NOWHERE)] if empty else []
        ways += [lambda: self._unset(at)] if self._declared.notes else []
        if not doing.together:
            ways += [lambda: self._dealt(at)] * 2
            if doing.performable:
                ways += [lambda: self._perform(at, doing)] * 2
        return self._draw.of(*ways)()

    def foreseen(self, seen: Place, names: list[Chosen]) -> s.Effect:
        """An effect that can be looked at beforehand: with what is chosen, and nothing that is hidden."""
        if names[0].kind.name == "card":
            zone = self._expressions.holders.zone(evolve(seen, looks=False))
            return s.Move((n.name(names[0].name),), zone, **n.NOWHERE)
        return self._regular(self._draw.of(*FORESEEN), seen)

    def _regular(self, kind: type, at: Place) -> s.Effect:
        effect: s.Effect = self._expressions.regular.node(kind, at, self._draw.number(1, 2))
        return effect

    def _dealt(self, at: Place) -> s.Effect:
        draw, zone = self._draw, self._expressions.holders.zone
        if draw.perhaps(8):  # more of it, and many zones can hold so much that files do not load
            return self._regular(draw.of(s.Deal, s.DealEvenly), at)
        amount = self._expressions.expression(NUMBER, at, 1) if draw.perhaps(4) else n.number(draw.number(1, 3))
        source = n.name("pile") if not draw.perhaps(3) else zone(at)
        return s.Draw(amount, source, zone(at), **n.NOWHERE)

    def _perform(self, at: Place, doing: Doing) -> s.Effect:
        word = self._expressions.expression(word_of(self._draw.of(*doing.performable)), at, 1)
        return s.Perform(word, self._times(at) if self._draw.perhaps(5) else None, **n.NOWHERE)

    def _times(self, at: Place) -> e.Expression:
        most = n.number(self._draw.number(0, 3))
        if not self._draw.perhaps():
            return most
        return e.Smaller(most, self._expressions.expression(NUMBER, at, 1), **n.NOWHERE)

    def _unset(self, at: Place) -> s.Effect:
        kind = self._draw.of(*self._declared.kinds_of_notes())
        return s.Set(self._expressions.holders.variable(kind, at), e.NoneYet(**n.NOWHERE), **n.NOWHERE)
