"""What each field of an effect, an expression or a condition takes, declared at the field as its slot.

Names are resolved, drawn and compiled by the slots. One that cards can stand in says what becomes of them; who learns
of them follows from that, so there is no default.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from functools import cache
from types import FunctionType, MappingProxyType
from typing import Any, Literal, assert_never

from attrs import Attribute, fields, frozen

from rulespec.language.tree.kinds import NUMBER, PLAYERS, Kind
from rulespec.language.tree.node import Node, children


class UndeclaredError(TypeError):
    """A class of the tree or of a plan, or an event, does not declare something that is asked of it."""


class Sort(Enum):
    """What a slot takes where this is no single kind."""

    ANYTHING = "a value of any kind"
    SET = "a set of any kind, or one thing as a set of one"
    SETS = "a set of any kind, or of sets of cards, or one thing as a set of one"
    WORD = "a word of any list"
    PLACED = "a card, or a word of any list"
    RANKED = "a number or a word, which can be compared"
    PLACE = "one zone, as the place where cards lie"
    PLACES = "zones of several players, or for several words"
    COUNTER = "a counter, or those of several players"
    VARIABLE = "a counter or a note, or those of several players"
    SHOWN = "the name of a list of which cards show a word"
    CONDITION = "a condition"


@frozen
class Like:
    """The kind of another part: as it is, one of it, a set of it, or for a sum: a number, of all else a set."""

    part: str
    size: Literal["same", "one", "set", "sum"] = "same"

    def kind(self, of: Kind) -> Kind:
        """The kind, given that of the part."""
        if self.size == "same":
            return of
        return of.one if self.size == "one" or (self.size == "sum" and of.name == "number") else of.set


Takes = Kind | Sort | Like


# ---- what becomes of cards, or of a counter


@frozen
class LookedAt:
    """What the cards show matters."""


@frozen
class Counted:
    """Nothing matters but how many there are."""


@frozen
class Offered:
    """Somebody may choose among them, and sees what he sees of them anyway."""


@frozen
class MovedTo:
    """They go to the place in another slot."""

    place: str


@frozen
class SwappedWith:
    """They take the places of the cards in another slot."""

    other: str


@frozen
class DrawnTo:
    """Of the place's cards a number in another slot goes to a place, one by one; without order, chance says which."""

    place: str
    amount: str


@frozen
class DealtTo:
    """The place's cards go one by one around the places in another slot; without order, chance says which."""

    places: str


@frozen
class ShownTo:
    """The players in another slot see them."""

    players: str


@frozen
class AddedTo:
    """The number in another slot is added to it, `sign` times."""

    amount: str
    sign: Literal[1, -1]


@frozen
class SetTo:
    """It becomes what stands in another slot."""

    value: str


Use = LookedAt | Counted | Offered | MovedTo | SwappedWith | DrawnTo | DealtTo | ShownTo | AddedTo | SetTo

LOOKED_AT, COUNTED, OFFERED = LookedAt(), Counted(), Offered()


@frozen
class Slot:
    """What a field takes, and what becomes of it; the part in `unlike` has to ask for something else."""

    takes: Takes
    use: Use | None = None
    unlike: str | None = None
    first: bool = False  # whether what is wrong with it is told rather than with others

    @property
    def looks(self) -> bool:
        """Whether it matters what cards in it show."""
        match self.use:
            case Counted() | Offered() | MovedTo() | SwappedWith() | DrawnTo() | DealtTo() | ShownTo():
                return False
            case LookedAt() | AddedTo() | SetTo() | None:
                return self.takes not in (Sort.PLACE, Sort.PLACES)
            case _:
                assert_never(self.use)

    @property
    def comes_first(self) -> bool:
        """Whether it is resolved before the others, which it can say something about."""
        return self.first or self.takes in (Sort.SHOWN, Sort.COUNTER, Sort.VARIABLE)


_HOLDING = (Sort.ANYTHING, Sort.SET, Sort.SETS, Sort.COUNTER, Sort.VARIABLE)  # for which it matters what becomes of it


def takes(what: Takes, use: Use | None = None, *, unlike: str | None = None, first: bool = False) -> dict[str, Slot]:
    """Metadata of a field: its slot."""
    if use is None and (isinstance(what, Like) or what in _HOLDING):
        raise UndeclaredError(f"a slot for {what} does not say what becomes of it")
    if use is None and isinstance(what, Kind) and what.name == "card":
        raise UndeclaredError(f"a slot for {what} does not say what becomes of them")
    return {"slot": Slot(what, use, unlike, first)}


@cache
def slots(kind: type) -> Mapping[str, Slot]:
    """The slots of a class by the names of their fields, in the order in which they are resolved."""
    found = [(each.name, each.metadata["slot"]) for each in fields(kind) if "slot" in each.metadata]
    return MappingProxyType(dict(sorted(found, key=lambda each: not each[1].comes_first)))


def filled(node: Node) -> Iterator[tuple[str, Slot, Any]]:
    """What stands in the slots of a node, part by part, each with its field."""
    kind: type = type(node)
    for name, slot in slots(kind).items():
        there = getattr(node, name)
        for part in there if isinstance(there, tuple) else () if there is None else (there,):
            yield name, slot, part


def by_size(node: Node) -> tuple[list[Node], list[Node]]:
    """The parts of a node of which only the size matters, and all others."""
    kind: type = type(node)
    if not _is_counted(kind):  # for speed: nearly all nodes
        return [], children(node)
    counted = [part for _, slot, part in filled(node) if isinstance(slot.use, Counted)]
    return counted, [each for each in children(node) if not any(each is part for part in counted)]


@cache
def _is_counted(kind: type) -> bool:
    """Whether of a part of such a node only the size matters."""
    return any(isinstance(slot.use, Counted) for slot in slots(kind).values())


def require_free_names(declared: type) -> None:
    """Raises an `UndeclaredError` if a field has the name of what its base classes keep about the class itself."""
    names = {each.name for each in fields(declared)}
    for base in declared.__mro__[1:-1]:
        about = [name for name, said in vars(base).get("__annotations__", {}).items() if "ClassVar[" in str(said)]
        done = [name for name, value in vars(base).items() if isinstance(value, property | classmethod | FunctionType)]
        for name in sorted(names.intersection([*about, *done])):
            raise UndeclaredError(f"the field '{name}' of {declared.__name__} has a name that {base.__name__} uses")


def require_slots(kinds: Iterable[type]) -> None:
    """Raises an `UndeclaredError` if a field that holds an expression or a condition has no slot, or one in vain."""
    for kind in kinds:
        there = slots(kind)
        for each in fields(kind):
            if _holds_values(each) and each.name not in there:
                raise UndeclaredError(f"the field '{each.name}' of {kind.__name__} does not say what it takes")
        for name, slot in there.items():
            for other, wanted in _needed(slot):
                if other not in there or there[other].takes != wanted:
                    raise UndeclaredError(f"'{name}' of {kind.__name__} needs a field '{other}' that takes {wanted}")


def _needed(slot: Slot) -> Iterator[tuple[str, Takes]]:
    """The fields that a slot speaks of, with what they have to take."""
    match slot.use:
        case MovedTo(place):
            yield place, Sort.PLACE
        case SwappedWith(other):
            yield other, slot.takes
        case DrawnTo(place, amount):
            yield from ((place, Sort.PLACE), (amount, NUMBER))
        case DealtTo(places):
            yield places, Sort.PLACES
        case ShownTo(players):
            yield players, PLAYERS
        case AddedTo(amount, _):
            yield amount, NUMBER
        case SetTo() | LookedAt() | Counted() | Offered() | None:
            pass
        case _:
            assert_never(slot.use)


def require_traits(kinds: Iterable[type], *traits: str) -> None:
    """Raises an `UndeclaredError` if a class itself does not have one of the traits."""
    for kind in kinds:
        for trait in traits:
            if trait not in vars(kind):
                raise UndeclaredError(f"{kind.__name__} does not declare what it has for '{trait}'")


def opposites(kinds: Iterable[Any]) -> Mapping[type, type]:
    """The classes that declare an `opposite`, each with it: of the same fields, and the other way round as well."""
    named = {kind.__name__: kind for kind in kinds}
    found: dict[Any, Any] = {
        kind: named[kind.opposite] for kind in named.values() if getattr(kind, "opposite", None) is not None
    }
    for one, other in found.items():
        if found.get(other) != one or [each.name for each in fields(one)] != [each.name for each in fields(other)]:
            raise UndeclaredError(f"{one.__name__} and {other.__name__} are not each other's opposite")
    return MappingProxyType(found)


def _holds_values(field: "Attribute[Any]") -> bool:
    return "Expression" in str(field.type) or "Condition" in str(field.type)
