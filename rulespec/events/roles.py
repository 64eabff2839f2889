"""Roles that a field of an event can play, and how a kind of event is declared by the roles of its fields.

Who hears what of an event, which cards it moves, what is known from it: all of that follows from the roles. So a field
without one cannot be declared.
"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Final, Literal, TypeVar

from attrs import fields, frozen

from rulespec.tree.slots import UndeclaredError

Card = Any  # its number; in what somebody heard, `HIDDEN` for one that he does not see
Row = tuple[Any, ...]

# who hears an event
ALL: Final = 0
HIMSELF: Final = 1  # nobody but the one who did it
OTHERS: Final = 2  # everybody but him
Audience = Literal[0, 1, 2]


@frozen
class Origin:
    """The number of the statement that it comes from."""


@frozen
class Doer:
    """The seat of the player who did it, or in whose name it is done."""


@frozen
class Place:
    """The number of a place, or one for each card of a row: everybody may know it."""


@frozen
class OneCard:
    """A card that goes from one place to another: who sees neither does not see it."""

    source: str
    to: str


@frozen
class Cards:
    """A row of cards, with the field that has the place from which each of them comes: who sees it sees them.

    They go `to` a place, and are seen by whoever sees that; or they are `exchanged` with another row, each going where
    its counterpart lay if there are as many, else all to where the first of the others lay. Or they stay, and are
    `shown_to` the seats in a field.
    """

    sources: str
    to: str | None = None
    exchanged: str | None = None
    shown_to: str | None = None


@frozen
class OpenCard:
    """A card of which everybody sees that it lies in the place of a field; `last`: that it is the last one of a row."""

    place: str
    last: bool = False


@frozen
class Zones:
    """The cards of each place, seen by whoever sees the place; or None for those that the rules lay out."""


@frozen
class Asked:
    """The place in the program where somebody was asked: its site says how much of an answer is public."""


@frozen
class Answer:
    """What he answered where he was `asked`: he knows all of it, others what the site says."""

    asked: str


@frozen
class Public:
    """A number or several that everybody may know; with `sets`, what the game's `sets` is from now on."""

    sets: str | None = None


@frozen
class Variable:
    """The number of a counter or note."""


@frozen
class Value:
    """What a `variable` stands at from now on."""

    variable: str


@frozen
class HeardBy:
    """Who hears the event: ALL, HIMSELF or OTHERS."""


Role = (
    Origin | Doer | Place | OneCard | Cards | OpenCard | Zones | Asked | Answer | Public | Variable | Value | HeardBy
)  # who tells roles apart matches with `assert_never`


# ---- declaring


@frozen(slots=False)  # without slots a frozen object is made in three quarters of the time
class Happened:
    """What all kinds have in common.

    `decides`: somebody has answered, and whoever hears an answer at once hears it by this. `chance` is the field that
    chance decides; of a card that lay in a row, it decides nothing, for that is the last one. All hear of it, though
    not always what it was. What is no card is an `Answer`, so that whoever heard it knows what its name stands for.
    """

    number: ClassVar[int]
    kind: ClassVar[str]  # what it is called where users see it
    audience: ClassVar[Audience]
    decides: ClassVar[bool]
    chance: ClassVar[str | None]
    roles: ClassVar[Mapping[str, Role]]
    positions: ClassVar[Mapping[str, int]]  # of the fields in the tuple
    origin_field: ClassVar[str | None]  # the one that has the role of the origin ...
    doer_field: ClassVar[str | None]  # ... and of the doer

    @property
    def statement(self) -> int | None:
        """The number of the statement, or reason, that it comes from, if it comes from one."""
        return None if self.origin_field is None else getattr(self, self.origin_field)

    @property
    def player(self) -> int | None:
        """The seat of whoever did it, if anybody did."""
        return None if self.doer_field is None else getattr(self, self.doer_field)

    @classmethod
    def at(cls, name: str) -> int:
        """Where a field stands in the tuple."""
        return cls.positions[name]

    @classmethod
    def field_of(cls, wanted: type[Role]) -> str | None:
        """The first field that has a role."""
        return next((name for name, each in cls.roles.items() if isinstance(each, wanted)), None)


Declared = TypeVar("Declared", bound=Happened)


def kind(
    number: int, name: str, *, audience: Audience = ALL, decides: bool = False, chance: str | None = None
) -> Callable[[type[Declared]], type[Declared]]:
    """Declares a kind of event."""

    def declare(declared: type[Declared]) -> type[Declared]:
        roles = {each.name: _role(each.type) for each in fields(declared)}
        for each, played in roles.items():
            if played is None:
                raise UndeclaredError(f"the field '{each}' of the event '{name}' has no role")
            for other, needed in _needed(played):
                if not isinstance(roles.get(other), needed):
                    raise UndeclaredError(f"'{each}' of the event '{name}' needs a field '{other}' for {needed}")
        masked = audience != ALL or any(isinstance(each, Answer | HeardBy) for each in roles.values())
        declared.roles = MappingProxyType({each: played for each, played in roles.items() if played is not None})
        declared.positions = MappingProxyType({each: at for at, each in enumerate(roles, start=1)})
        declared.origin_field, declared.doer_field = declared.field_of(Origin), declared.field_of(Doer)
        if masked and declared.doer_field is None:
            raise UndeclaredError(f"the event '{name}' is not the same for whoever did it, and nobody did it")
        if chance is not None and not isinstance(roles.get(chance), OneCard | Answer):
            raise UndeclaredError(f"chance cannot decide the field '{chance}' of the event '{name}'")
        if chance is not None and (audience != ALL or declared.field_of(HeardBy) or declared.origin_field is None):
            raise UndeclaredError(f"what chance decides in '{name}' has to come from a statement, and all hear of it")
        declared.number, declared.kind, declared.audience = number, name, audience
        declared.decides, declared.chance = decides, chance
        return declared

    return declare


def _role(annotated: Any) -> Role | None:
    """The role that an annotation names."""
    named = getattr(annotated, "__metadata__", ())
    return next((each for each in named if isinstance(each, Role)), None)


def _needed(played: Role) -> Iterator[tuple[str, type[Role]]]:
    """The other fields that a role speaks of, with the roles they need to have."""
    match played:
        case OneCard(source, to):
            yield from ((source, Place), (to, Place))
        case Cards(sources, to, exchanged, shown_to):
            yield sources, Place
            if to is not None:
                yield to, Place
            if exchanged is not None:
                yield exchanged, Cards
            if shown_to is not None:
                yield shown_to, Public
        case OpenCard(place, _):
            yield place, Place
        case Answer(asked):
            yield asked, Asked
        case Value(variable):
            yield variable, Variable
