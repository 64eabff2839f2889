"""The roles of the fields of events, and how a kind of event is declared by them.

Who hears what of an event, which cards it moves, what is known from it follow from the roles. So a field without a role
cannot be declared.
"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Final, Literal, TypeVar, assert_never

from attrs import fields, frozen

from rulespec.language.tree.slots import UndeclaredError, require_free_names

Card = Any  # the number of a card, or `HIDDEN` in what somebody heard
Row = tuple[Any, ...]

# who hears an event
ALL: Final = 0
HIMSELF: Final = 1  # the doer alone
OTHERS: Final = 2  # everybody but the doer
Audience = Literal[0, 1, 2]


@frozen
class Origin:
    """The number of the statement that caused the event."""


@frozen
class Doer:
    """The seat of the player who did it, or in whose name it was done."""


@frozen
class Place:
    """The number of a place, or one for each card of a row; public."""


@frozen
class OneCard:
    """A card that moves between the places in two fields; seen by those who see either."""

    source: str
    to: str


@frozen
class Cards:
    """A row of cards; the field `sources` has the place of each. They are seen by those who see that place.

    They move `to` the place in a field, and are seen by those who see that, too. Or they are `exchanged` with the row
    in another field: each goes to its counterpart's place if both are equally long, else all go to the first card's. Or
    they stay, and are `shown_to` the seats in a field.
    """

    sources: str
    to: str | None = None
    exchanged: str | None = None
    shown_to: str | None = None


@frozen
class OpenCard:
    """A card that everybody sees in the place in a field; `last`: as the last card of a row."""

    place: str
    last: bool = False


@frozen
class Position:
    """The position that the first of some cards comes to have in the row in a field; heard by those who see that."""

    place: str


@frozen
class Zones:
    """The cards of each place, seen by those who see the place; None for the set-up of the rules."""


@frozen
class Asked:
    """The instruction that asked; its site says how much of an answer is public."""


@frozen
class Answer:
    """The answer to the instruction in the field `asked`: the doer knows it, others what the site makes public."""

    asked: str


@frozen
class Public:
    """One or more public numbers; `sets` names the part of the position that they become."""

    sets: str | None = None


@frozen
class Variable:
    """The number of a counter or note."""


@frozen
class Value:
    """The new value of the counter or note in the field `variable`."""

    variable: str


@frozen
class HeardBy:
    """Who hears the event: ALL, HIMSELF or OTHERS."""


Role = (
    Origin
    | Doer
    | Place
    | OneCard
    | Cards
    | OpenCard
    | Position
    | Zones
    | Asked
    | Answer
    | Public
    | Variable
    | Value
    | HeardBy
)  # matched with `assert_never`


# ---- declaring


@frozen(slots=False)  # which takes three quarters of the time to instantiate
class Happened:
    """The base class of all kinds of events.

    `decides`: the event is a player's answer, as far as it is heard at once. `chance` names the field that chance
    decides (unless it is the last card of a row, which is no decision): a card, or an `Answer` so that hearers know
    what its name stands for. All hear of such an event, if not always what was decided.
    """

    number: ClassVar[int]
    kind: ClassVar[str]  # its name for users
    audience: ClassVar[Audience]
    decides: ClassVar[bool]
    chance: ClassVar[str | None]
    acts: ClassVar[bool]  # whether something was changed or shown by it
    roles: ClassVar[Mapping[str, Role]]
    positions: ClassVar[Mapping[str, int]]  # of the fields in a raw event
    origin_field: ClassVar[str | None]
    doer_field: ClassVar[str | None]

    @property
    def statement(self) -> int | None:
        """The number of the statement or reason that caused the event, if any."""
        return None if self.origin_field is None else getattr(self, self.origin_field)

    @property
    def player(self) -> int | None:
        """The seat of the doer, if there is one."""
        return None if self.doer_field is None else getattr(self, self.doer_field)

    @classmethod
    def at(cls, name: str) -> int:
        """The index of a field in a raw event."""
        return cls.positions[name]

    @classmethod
    def field_of(cls, wanted: type[Role]) -> str | None:
        """The first field with a role of this class."""
        return next((name for name, each in cls.roles.items() if isinstance(each, wanted)), None)


Declared = TypeVar("Declared", bound=Happened)


def kind(
    number: int, name: str, *, audience: Audience = ALL, decides: bool = False, chance: str | None = None
) -> Callable[[type[Declared]], type[Declared]]:
    """Declares a kind of event; an `UndeclaredError` where roles are missing or do not fit together."""

    def declare(declared: type[Declared]) -> type[Declared]:
        require_free_names(declared)
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
            raise UndeclaredError(f"the event '{name}' differs for its actor but has no actor")
        if chance is not None and not isinstance(roles.get(chance), OneCard | Answer):
            raise UndeclaredError(f"chance cannot decide the field '{chance}' of the event '{name}'")
        if chance is not None and (audience != ALL or declared.field_of(HeardBy) or declared.origin_field is None):
            raise UndeclaredError(f"chance in the event '{name}' needs a statement as origin and a public audience")
        declared.number, declared.kind, declared.audience = number, name, audience
        declared.decides, declared.chance = decides, chance
        declared.acts = chance is not None or any(map(_acts, declared.roles.values()))
        return declared

    return declare


def _role(annotated: Any) -> Role | None:
    """The role in an annotation."""
    named = getattr(annotated, "__metadata__", ())
    return next((each for each in named if isinstance(each, Role)), None)


def _acts(played: Role) -> bool:
    """True if a field of this role holds a change or shown cards."""
    match played:
        case OneCard() | Cards() | OpenCard() | Value():
            return True
        case Public(sets):
            return sets is not None
        case Origin() | Doer() | Place() | Position() | Zones() | Asked() | Answer() | Variable() | HeardBy():
            return False
        case _:
            assert_never(played)


def _needed(played: Role) -> Iterator[tuple[str, type[Role]]]:
    """The other fields that a role refers to, with the roles that they need."""
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
        case OpenCard(place, _) | Position(place):
            yield place, Place
        case Answer(asked):
            yield asked, Asked
        case Value(variable):
            yield variable, Variable
        case Origin() | Doer() | Place() | Zones() | Asked() | Public() | Variable() | HeardBy():
            pass
        case _:
            assert_never(played)
