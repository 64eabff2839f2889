"""What can happen in a game: every kind of event, with the role of each of its fields.

On the log an event is a plain tuple, for nothing is cheaper to make: the number of its kind, then its fields in their
order. So `(TURN, seat)` is appended, whether Python runs the game or something else, and `read` gives it its names.
A field is an int, None, or a tuple of these; only the cards that a game begins with are a tuple for each place, and an
answer may be True. Numbers of kinds never change their meaning.

Who hears what of an event, which cards it moves, what is known from it: all of that follows from the roles. A field
without one cannot be declared, and an event of a kind that is not declared is refused.
"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Final, Literal, TypeVar, get_args

from attrs import fields, frozen

from rulespec.events.log import RawEvent

Card = Any  # its number; in what somebody heard, `HIDDEN` for one that he does not see
Row = tuple[Any, ...]

# who hears an event
ALL: Final = 0
HIMSELF: Final = 1  # nobody but the one who did it
OTHERS: Final = 2  # everybody but him
Audience = Literal[0, 1, 2]


# ---- roles


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
    Origin | Doer | Place | OneCard | Cards | Zones | Asked | Answer | Public | Variable | Value | HeardBy
)  # who tells roles apart matches with `assert_never`


class UndeclaredError(TypeError):
    """An event, or a part of one, that is not declared, so that nobody may hear it."""


@frozen(slots=False)  # without slots a frozen object is made in three quarters of the time
class Happened:
    """What all kinds have in common.

    `decides`: somebody has answered, and whoever hears an answer at once hears it by this. `chance` is the field that
    chance decides; of a card that lay in a row, it decides nothing.
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
        if chance is not None and not isinstance(roles.get(chance), OneCard | Public):
            raise UndeclaredError(f"chance cannot decide the field '{chance}' of the event '{name}'")
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
        case Answer(asked):
            yield asked, Asked
        case Value(variable):
            yield variable, Variable


# ---- the course of the game

BEGIN: Final = 0
ROUND: Final = 1
TURN: Final = 2
LIMIT: Final = 3
ROUND_ENDS: Final = 4
GAME_ENDS: Final = 5


@kind(BEGIN, "begin")
@frozen(slots=False)
class Begin(Happened):
    """A game began, as the rules have it (then without zones and variables) or in a position that somebody laid."""

    first: Annotated[int, Public()]
    zones: Annotated[tuple[Row, ...] | None, Zones()]
    variables: Annotated[tuple[int | None, ...], Public()]


@kind(ROUND, "round")
@frozen(slots=False)
class Round(Happened):
    """A round began."""


@kind(TURN, "turn")
@frozen(slots=False)
class Turn(Happened):
    """A turn began."""

    seat: Annotated[int, Doer()]


@kind(LIMIT, "limit")
@frozen(slots=False)
class Limit(Happened):
    """The game has had as many turns as it may have."""

    turns: Annotated[int, Public()]


@frozen(slots=False)
class ByRule(Happened):
    """Something that a statement, or a reason to end, made happen."""

    origin: Annotated[int, Origin()]
    seat: Annotated[int, Doer()]


@kind(ROUND_ENDS, "round ends")
@frozen(slots=False)
class RoundEnds(ByRule):
    """A reason to end the round held in somebody's turn."""


@kind(GAME_ENDS, "game ends")
@frozen(slots=False)
class GameEnds(ByRule):
    """A reason to end the game held in somebody's turn."""


# ---- answers

CHOOSE: Final = 6
PICK: Final = 7
COMMIT: Final = 8
REVEAL: Final = 9
LAPSE: Final = 10


@kind(CHOOSE, "choose", decides=True)
@frozen(slots=False)
class Choose(ByRule):
    """A player answered, and the others hear it."""

    pc: Annotated[int, Asked()]
    answer: Annotated[Any, Answer("pc")]


@kind(PICK, "pick", audience=HIMSELF, decides=True)
@frozen(slots=False)
class Pick(ByRule):
    """A player answered unseen."""

    pc: Annotated[int, Asked()]
    answer: Annotated[Any, Answer("pc")]


@kind(COMMIT, "commit", audience=OTHERS, decides=True)
@frozen(slots=False)
class Commit(ByRule):
    """A player has answered all that he is asked unseen for one statement; what it was, nobody else hears yet."""


@kind(REVEAL, "reveal")
@frozen(slots=False)
class Reveal(ByRule):
    """What a player answered unseen comes to light."""

    pc: Annotated[int, Asked()]
    answer: Annotated[Any, Answer("pc")]


@kind(LAPSE, "lapse")
@frozen(slots=False)
class Lapse(ByRule):
    """There was nothing that a player could choose."""

    heard_by: Annotated[Audience, HeardBy()]


# ---- cards

MOVE: Final = 11
REFILL: Final = 12
DRAW: Final = 13
EXCHANGE: Final = 14
SHOW: Final = 15


@kind(MOVE, "move")
@frozen(slots=False)
class Move(ByRule):
    """Cards went to a place."""

    cards: Annotated[Row, Cards("sources", to="to")]
    sources: Annotated[tuple[int, ...], Place()]
    to: Annotated[int, Place()]


@kind(REFILL, "refill")
@frozen(slots=False)
class Refill(Happened):
    """Cards went back to a place from which somebody draws, because it was empty."""

    origin: Annotated[int, Origin()]
    cards: Annotated[Row, Cards("sources", to="to")]
    sources: Annotated[tuple[int, ...], Place()]
    to: Annotated[int, Place()]


@kind(DRAW, "draw", chance="card")
@frozen(slots=False)
class Draw(ByRule):
    """A card was drawn."""

    card: Annotated[Card, OneCard("source", "to")]
    source: Annotated[int, Place()]
    to: Annotated[int, Place()]


@kind(EXCHANGE, "exchange")
@frozen(slots=False)
class Exchange(ByRule):
    """Cards changed places with others."""

    mine: Annotated[Row, Cards("here", exchanged="theirs")]
    theirs: Annotated[Row, Cards("there", exchanged="mine")]
    here: Annotated[tuple[int, ...], Place()]
    there: Annotated[tuple[int, ...], Place()]


@kind(SHOW, "show")
@frozen(slots=False)
class Show(ByRule):
    """Cards were shown where they lie."""

    cards: Annotated[Row, Cards("sources", shown_to="players")]
    sources: Annotated[tuple[int, ...], Place()]
    players: Annotated[tuple[int, ...], Public()]


# ---- counters, notes, the next player

CHANGE: Final = 16
NEXT: Final = 17
REVERSE: Final = 18


@kind(CHANGE, "change")
@frozen(slots=False)
class Change(ByRule):
    """A counter or note changed."""

    variable: Annotated[int, Variable()]
    old: Annotated[int | None, Public()]
    new: Annotated[int | None, Value("variable")]


@kind(NEXT, "next")
@frozen(slots=False)
class Next(ByRule):
    """It was settled whose turn is next, if anybody's."""

    who: Annotated[int | None, Public(sets="next")]


@kind(REVERSE, "reverse")
@frozen(slots=False)
class Reverse(ByRule):
    """Turns go round the other way from now on."""

    direction: Annotated[int, Public(sets="direction")]


# ---- all of them

Later = (
    Round | Turn | Limit | RoundEnds | GameEnds | Choose | Pick | Commit | Reveal | Lapse | Move | Refill | Draw
    | Exchange | Show | Change | Next | Reverse
)  # fmt: skip
Event = Begin | Later  # who tells kinds apart matches with `assert_never`

KINDS: tuple[type[Event], ...] = get_args(Event)

_BY_NUMBER = {each.number: each for each in KINDS}


def kind_of(event: RawEvent) -> type[Event]:
    """The kind of an event; an `UndeclaredError` if there is none like it."""
    return numbered(event[0])


def numbered(number: int) -> type[Event]:
    """The kind that has a number."""
    found = _BY_NUMBER.get(number)
    if found is None:
        raise UndeclaredError(f"no kind of event is declared with the number {number!r}")
    return found


def read(event: RawEvent) -> Event:
    """An event with the names of its fields."""
    return kind_of(event)(*event[1:])


def began(first: RawEvent) -> Begin:
    """How a game began, which its first event says."""
    begin = read(first)
    assert isinstance(begin, Begin)
    return begin
