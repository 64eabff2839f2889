"""What can happen in a game: every kind of event, with the role of each of its fields.

On the log an event is a plain tuple, for nothing is cheaper to make: the number of its kind, then its fields in their
order. So `(TURN, seat)` is appended, whether Python runs the game or something else, and `read` gives it its names.
A field is an int, None, or a tuple of these; only the cards that a game begins with are a tuple for each place, and an
answer may be True. Numbers of kinds never change their meaning. An event of a kind that is not declared is refused.
"""

from typing import Annotated, Any, Final, get_args

from attrs import frozen

from rulespec.events.log import RawEvent
from rulespec.events.roles import (
    HIMSELF,
    OTHERS,
    Answer,
    Asked,
    Audience,
    Card,
    Cards,
    Doer,
    Happened,
    HeardBy,
    OneCard,
    OpenCard,
    Origin,
    Place,
    Public,
    Row,
    Value,
    Variable,
    Zones,
    kind,
)  # fmt: skip
from rulespec.tree.slots import UndeclaredError

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


LAST: Final = 19


@kind(LAST, "last")
@frozen(slots=False)
class IsLast(Happened):
    """A card came to be the last one of a row whose last card everybody sees."""

    origin: Annotated[int, Origin()]
    card: Annotated[Card, OpenCard("place", last=True)]
    place: Annotated[int, Place()]


LEAVES: Final = 20


@kind(LEAVES, "leaves")
@frozen(slots=False)
class Leaves(Happened):
    """The last card of such a row went somewhere, before the eyes of all."""

    origin: Annotated[int, Origin()]
    card: Annotated[Card, OpenCard("to")]
    source: Annotated[int, Place()]
    to: Annotated[int, Place()]


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
    | Exchange | Show | IsLast | Leaves | Change | Next | Reverse
)  # fmt: skip
Event = Begin | Later  # who tells kinds apart matches with `assert_never`

KINDS: tuple[type[Event], ...] = get_args(Event)

_BY_NUMBER = {each.number: each for each in KINDS}
if len(_BY_NUMBER) < len(KINDS):
    raise UndeclaredError("two kinds of events have one number")


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
