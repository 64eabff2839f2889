"""What the classes of the tree declare of how they are drawn."""

from collections.abc import Iterable
from functools import cache
from typing import Any, Literal, get_args, get_origin

from attrs import fields, resolve_types

from rulespec.tree import expressions as e
from rulespec.tree.kinds import NUMBER, Kind
from rulespec.tree.slots import Like, Sort, Takes, UndeclaredError, slots


def drawable(kinds: Iterable[type], by_hand: tuple[type, ...]) -> tuple[type, ...]:
    """The classes that are drawn by their slots; raises an `UndeclaredError` for one that cannot be."""
    found = tuple(each for each in kinds if not issubclass(each, by_hand))
    for each in found:
        kind: type = each
        words(kind)
    return found


@cache
def types(kind: type) -> dict[str, Any]:
    """The types of the fields that are said in a text."""
    return {each.name: each.type for each in fields(resolve_types(kind)) if each.name not in ("span", "cites")}


@cache
def words(kind: type) -> dict[str, tuple[Any, ...]]:
    """What the fields that are no slots can hold."""
    found: dict[str, tuple[Any, ...]] = {}
    for name, holds in types(kind).items():
        if name in slots(kind):
            continue
        if holds is not bool and get_origin(holds) is not Literal:
            raise UndeclaredError(f"nothing says how the field '{name}' of {kind.__name__} is drawn")
        found[name] = (False, True) if holds is bool else get_args(holds)
    return found


EXPRESSIONS: tuple[Any, ...] = drawable(
    get_args(e.Expression), (e.Meaning, e.Unresolved, e.Number, e.NoneYet, e.Plus, e.Sieved)
)


def leaves(kind: Kind) -> list[Any]:
    """The classes that say something of a kind by a word alone."""
    return [each for each in EXPRESSIONS if each.gives == kind and not types(each)]


@cache
def made_of(kind: Kind) -> list[tuple[Any, dict[str, Kind]]]:
    """The classes that can give a kind by their parts, and of what kind these then have to be."""
    found: list[tuple[Any, dict[str, Kind]]] = []
    for each in EXPRESSIONS:
        gives, taken = each.gives, slots(each)
        if isinstance(gives, Kind):
            if gives == kind and types(each):
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
        case Sort.RANKED:
            return kind.name in ("word", "number") and not kind.many
        case _:
            return True
