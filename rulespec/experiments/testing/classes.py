"""What the classes of the tree declare of how they are drawn."""

from collections.abc import Iterable
from functools import cache
from typing import Any, Literal, assert_never, get_args, get_origin

from attrs import fields, frozen, resolve_types

from rulespec.language.tree import expressions as e
from rulespec.language.tree.kinds import NUMBER, Kind
from rulespec.language.tree.node import Node
from rulespec.language.tree.slots import Like, Slot, Sort, Takes, UndeclaredError, slots


@frozen
class Part:
    """A field: a slot, a node of one class, or one of some words; it may hold several, or be left out."""

    of: Slot | type | tuple[object, ...]
    several: bool
    optional: bool


@cache
def parts(kind: type) -> dict[str, Part]:
    """The fields that a class is said by; raises an `UndeclaredError` for one that nothing says how to draw."""
    types = {each.name: each.type for each in fields(resolve_types(kind)) if each.name not in ("span", "cites")}
    found: dict[str, Part] = {}
    for name in (*slots(kind), *(name for name in types if name not in slots(kind))):
        several = get_origin(types[name]) is tuple
        of: Any = get_args(types[name])[0] if several else types[name]
        found[name] = Part(_drawn(kind, name, of), several, optional=type(None) in get_args(of))
    return found


def _drawn(kind: type, name: str, of: Any) -> Slot | type | tuple[object, ...]:
    if name in slots(kind):
        return slots(kind)[name]
    if of is bool or get_origin(of) is Literal:
        return get_args(of) or (False, True)
    if isinstance(of, type) and issubclass(of, Node) and drawable([of]):
        return of
    raise UndeclaredError(f"nothing says how the field '{name}' of {kind.__name__} is drawn")


def drawable(kinds: Iterable[type], by_hand: tuple[type, ...] = ()) -> tuple[type, ...]:
    """The classes that are drawn by their parts; raises an `UndeclaredError` for one that cannot be."""
    found: tuple[type, ...] = tuple(each for each in kinds if not issubclass(each, by_hand))
    for each in found:
        kind: type = each
        parts(kind)
    return found


EXPRESSIONS: tuple[Any, ...] = drawable(
    get_args(e.Expression), (e.Meaning, e.Unresolved, e.Number, e.NoneYet, e.Plus, e.Sieved, e.SetsOf, e.Cases)
)


def leaves(kind: Kind) -> list[Any]:
    """The classes that say something of a kind by a word alone."""
    return [each for each in EXPRESSIONS if each.gives == kind and not parts(each)]


@cache
def made_of(kind: Kind) -> list[tuple[Any, dict[str, Kind]]]:
    """The classes that can give a kind by their parts, and of what kind these then have to be."""
    found: list[tuple[Any, dict[str, Kind]]] = []
    for each in EXPRESSIONS:
        gives, taken = each.gives, slots(each)
        if isinstance(gives, Kind):
            if gives == kind and parts(each):
                found.append((each, {}))
        elif (part := _part_of(gives, kind)) is not None and _takes(taken[gives.part].takes, part):
            found.append((each, {gives.part: part}))
    return found


def _part_of(gives: Like, kind: Kind) -> Kind | None:
    """Of what kind a part has to be for the whole to be of one."""
    match gives.size:
        case "same":
            return kind
        case "one":
            return None if kind.many else kind.set
        case "set":
            return kind if kind.many else None
        case "sum":
            return kind if kind.many or kind == NUMBER else None


def _takes(what: Takes, kind: Kind) -> bool:
    """Whether a slot can take a value of a kind."""
    match what:
        case Kind():
            return kind.fits(what)
        case Sort.WORD:
            return kind.name == "word" and not kind.many
        case Sort.PLACED:
            return kind.name in ("card", "word") and not kind.many
        case Sort.RANKED:
            return kind.name in ("word", "number") and not kind.many
        case Sort() | Like():
            return True
        case _:
            assert_never(what)
