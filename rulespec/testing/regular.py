"""Regular effects, expressions and conditions, drawn by the slots that their classes declare."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Protocol, get_args, get_origin

from attrs import frozen

from rulespec.testing.classes import types, words
from rulespec.testing.declared import Declared
from rulespec.testing.drawing import Drawing
from rulespec.testing.holders import Holders
from rulespec.testing.nodes import NOWHERE
from rulespec.testing.places import Place
from rulespec.testing.sides import Expressing, Sides
from rulespec.tree import expressions as e
from rulespec.tree.kinds import CARDS, NUMBER, Kind
from rulespec.tree.slots import COUNTED, Like, Slot, Sort, UndeclaredError, slots


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
        for name, slot in slots(kind).items():
            if slot.takes is Sort.VARIABLE:
                drawn[name], kinds[name] = self._holders.variable(at)
                continue
            wanted = kinds[name] = kinds.get(name) or self._kind(slot, kinds)
            drawn[name] = self._filled(kind, name, partial(self._part, slot, wanted, drawn, at, deep))
        said = {name: self._draw.of(*each) for name, each in words(kind).items()}
        return kind(**drawn, **said, **NOWHERE)

    def _filled(self, kind: type, name: str, part: Callable[[], Any]) -> Any:
        """One part, several where a field holds several, or perhaps none where it can be left out."""
        holds = types(kind)[name]
        if get_origin(holds) is tuple:
            least = 2 if slots(kind)[name].takes is Sort.CONDITION else 1
            return self._draw.some(part, least, least + 1)
        return None if type(None) in get_args(holds) and self._draw.perhaps(3) else part()

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
            case Sort.SET:
                return self._sides.any_kind().set
            case Sort.WORD:
                return self._draw.of(*self._declared.kinds_of_words())
            case Sort.RANKED:
                return compared or self._sides.comparable()
            case _:
                return None

    def _part(self, slot: Slot, kind: Kind | None, drawn: Mapping[str, Any], at: Place, deep: int) -> Any:
        if kind is not None:
            return self._value(slot, kind, drawn, at, deep)
        match slot.takes:
            case Sort.PLACE:
                return self._holders.zone(at)
            case Sort.COUNTER:
                return self._holders.counter(at)
            case Sort.SHOWN:
                return self._draw.of(*self._declared.shown)
            case Sort.CONDITION:
                return self._condition(at, deep)
            case _:
                raise UndeclaredError(f"nothing draws {slot.takes}")

    def _value(self, slot: Slot, kind: Kind, drawn: Mapping[str, Any], at: Place, deep: int) -> e.Expression:
        if slot.unlike is not None:
            return self._sides.unlike(drawn[slot.unlike], kind, at, deep)
        if slot.use == COUNTED and kind == CARDS:
            return self._sides.size(at, deep)
        one = kind.many and isinstance(slot.takes, Kind | Like) and self._draw.perhaps(4)  # which can stand for a set
        return self._expression(kind.one if one else kind, at, deep)
