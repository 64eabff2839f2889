"""Regular effects, expressions and conditions, drawn by the slots that their classes declare."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Protocol, assert_never

from attrs import frozen

from rulespec.experiments.testing import nodes as n
from rulespec.experiments.testing.classes import Part, parts
from rulespec.experiments.testing.declared import Declared
from rulespec.experiments.testing.drawing import Drawing
from rulespec.experiments.testing.holders import Holders
from rulespec.experiments.testing.places import Place
from rulespec.experiments.testing.sides import Expressing, Sides
from rulespec.language.tree import expressions as e
from rulespec.language.tree.kinds import CARD, CARDS, NUMBER, SETS, Kind
from rulespec.language.tree.slots import COUNTED, Like, Slot, Sort


class Conditioning(Protocol):
    """Draws a condition, of at most so many in one another."""

    def __call__(self, at: Place, deep: int = 2) -> e.Condition: ...


@frozen(eq=False)
class Regular:
    """Draws a node part by part, each as its slot takes it."""

    _draw: Drawing
    _declared: Declared
    _sides: Sides
    _holders: Holders
    _expression: Expressing
    _condition: Conditioning

    def node(self, kind: type, at: Place, deep: int, known: Mapping[str, Kind] | None = None) -> Any:
        """A node of a class, some of whose parts are `known` to be of a kind."""
        drawn: dict[str, Any] = {}
        kinds: dict[str, Kind | None] = {**(known or {})}
        for name, part in parts(kind).items():
            match part.of:
                case Slot() as slot:
                    wanted = kinds[name] = kinds.get(name) or self._kind(slot, kinds)
                    draw = partial(self._taken, slot, wanted or NUMBER, drawn, at, deep)
                case tuple() as words:
                    draw = partial(self._draw.of, *words)
                case node:
                    draw = partial(self.node, node, at, deep)
            drawn[name] = self._filled(part, draw)
        return kind(**drawn, **n.NOWHERE)

    def _filled(self, part: Part, draw: Callable[[], Any]) -> Any:
        if part.several:
            least = 2 if isinstance(part.of, Slot) and part.of.takes is Sort.CONDITION else 1
            return self._draw.some(draw, least, least + 1)
        return None if part.optional and self._draw.perhaps(3) else draw()

    def _kind(self, slot: Slot, kinds: Mapping[str, Kind | None]) -> Kind | None:
        """The kind of what a slot takes; None if it is no value."""
        compared = kinds[slot.unlike] if slot.unlike else None
        match slot.takes:
            case Kind() as kind:
                return kind
            case Like(part) as like:
                return like.kind(kinds[part] or NUMBER)
            case Sort.ANYTHING:
                return compared or self._sides.any_kind()
            case Sort.SETS if self._draw.perhaps(4):
                return SETS
            case Sort.SET | Sort.SETS:
                return self._sides.any_kind().set
            case Sort.WORD:
                return self._draw.of(*self._declared.kinds_of_words())
            case Sort.PLACED:
                return self._draw.of(CARD, *self._declared.kinds_of_words())
            case Sort.RANKED:
                return compared or self._sides.comparable()
            case Sort.COUNTER:
                return NUMBER
            case Sort.VARIABLE:
                return self._draw.of(NUMBER, *self._declared.kinds_of_notes())
            case Sort.PLACE | Sort.PLACES | Sort.SHOWN | Sort.CONDITION:
                return None
            case _:
                assert_never(slot.takes)

    def _taken(self, slot: Slot, kind: Kind, drawn: Mapping[str, Any], at: Place, deep: int) -> Any:
        match slot.takes:
            case Sort.PLACE:
                return self._holders.zone(at)
            case Sort.PLACES:
                return self._holders.zones(at)
            case Sort.COUNTER | Sort.VARIABLE:
                return self._holders.variable(kind, at)
            case Sort.SHOWN:
                return self._draw.of(*self._declared.shown)
            case Sort.CONDITION:
                return self._condition(at, deep)
        if slot.unlike is not None:
            return self._sides.unlike(drawn[slot.unlike], kind, at, deep)
        if slot.use == COUNTED and kind == CARDS:
            return self._sides.size(at, deep)
        one = kind.many and isinstance(slot.takes, Kind | Like) and self._draw.perhaps(4)  # which can stand for a set
        return self._expression(kind.one if one else kind, at, deep)
