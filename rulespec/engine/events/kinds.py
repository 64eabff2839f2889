"""All kinds of events, with the role of each field.

In the log an event is a plain tuple, as that is the cheapest to make: the number of its kind, then its fields in order,
such as `(TURN, seat)`; `read` makes an instance of it. A field is an int, None, or a tuple of these; the initial cards
are a tuple for each place, and an answer may be True. The numbers of kinds never change. An event of an undeclared kind
is refused.
"""

from typing import Annotated, Any, Final, get_args

from attrs import frozen

from rulespec.engine.events.log import RawEvent
from rulespec.engine.events.roles import (
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
    Position,
    Public,
    Row,
    Value,
    Variable,
    Zones,
    kind,
)  # fmt: skip
from rulespec.language.tree.slots import UndeclaredError

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
    """A game began: by the rules, without zones and variables, or in a laid-out position."""

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
    """The limit of turns was reached."""

    turns: Annotated[int, Public()]


@frozen(slots=False)
class ByRule(Happened):
    """The base of events that a statement or a reason to end caused."""

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
CHOOSE_BY_CHANCE: Final = 21


@kind(CHOOSE, "choose", decides=True)
@frozen(slots=False)
class Choose(ByRule):
    """A player answered openly."""

    pc: Annotated[int, Asked()]
    answer: Annotated[Any, Answer("pc")]


@kind(PICK, "pick", audience=HIMSELF, decides=True)
@frozen(slots=False)
class Pick(ByRule):
    """A player gave a hidden answer."""

    pc: Annotated[int, Asked()]
    answer: Annotated[Any, Answer("pc")]


@kind(COMMIT, "commit", audience=OTHERS, decides=True)
@frozen(slots=False)
class Commit(ByRule):
    """A player has given all his hidden answers to a statement; the others hear only that."""


@kind(REVEAL, "reveal")
@frozen(slots=False)
class Reveal(ByRule):
    """A hidden answer was revealed."""

    pc: Annotated[int, Asked()]
    answer: Annotated[Any, Answer("pc")]


@kind(LAPSE, "lapse")
@frozen(slots=False)
class Lapse(ByRule):
    """A player had nothing to choose from."""

    heard_by: Annotated[Audience, HeardBy()]


@kind(CHOOSE_BY_CHANCE, "choose by chance", chance="answer")
@frozen(slots=False)
class ChooseByChance(ByRule):
    """Chance chose."""

    pc: Annotated[int, Asked()]
    answer: Annotated[Any, Answer("pc")]


# ---- cards

MOVE: Final = 11
REFILL: Final = 12
DRAW: Final = 13
EXCHANGE: Final = 14
SHOW: Final = 15


@kind(MOVE, "move")
@frozen(slots=False)
class Move(ByRule):
    """Cards moved to a place."""

    cards: Annotated[Row, Cards("sources", to="to")]
    sources: Annotated[tuple[int, ...], Place()]
    to: Annotated[int, Place()]


INSERT: Final = 23


@kind(INSERT, "insert")
@frozen(slots=False)
class Insert(ByRule):
    """Cards moved to a row, the first of them to a position."""

    cards: Annotated[Row, Cards("sources", to="to")]
    sources: Annotated[tuple[int, ...], Place()]
    to: Annotated[int, Place()]
    position: Annotated[int, Position("to")]


@kind(REFILL, "refill")
@frozen(slots=False)
class Refill(Happened):
    """An empty place was refilled, so that a card can be drawn."""

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
    """Cards were exchanged."""

    mine: Annotated[Row, Cards("here", exchanged="theirs")]
    theirs: Annotated[Row, Cards("there", exchanged="mine")]
    here: Annotated[tuple[int, ...], Place()]
    there: Annotated[tuple[int, ...], Place()]


@kind(SHOW, "show")
@frozen(slots=False)
class Show(ByRule):
    """Cards were shown without moving."""

    cards: Annotated[Row, Cards("sources", shown_to="players")]
    sources: Annotated[tuple[int, ...], Place()]
    players: Annotated[tuple[int, ...], Public()]


SHOW_SECRETLY: Final = 22


@kind(SHOW_SECRETLY, "show secretly", audience=HIMSELF)
@frozen(slots=False)
class ShowSecretly(ByRule):
    """A player saw cards that did not move, and nobody else heard of it."""

    cards: Annotated[Row, Cards("sources", shown_to="players")]
    sources: Annotated[tuple[int, ...], Place()]
    players: Annotated[tuple[int, ...], Public()]


LAST: Final = 19


@kind(LAST, "last")
@frozen(slots=False)
class IsLast(Happened):
    """A card became the last one of a row whose last card everybody sees."""

    origin: Annotated[int, Origin()]
    card: Annotated[Card, OpenCard("place", last=True)]
    place: Annotated[int, Place()]


LEAVES: Final = 20


@kind(LEAVES, "leaves")
@frozen(slots=False)
class Leaves(Happened):
    """The last card of such a row moved, seen by all."""

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
    """The next player was set, or nobody."""

    who: Annotated[int | None, Public(sets="next")]


@kind(REVERSE, "reverse")
@frozen(slots=False)
class Reverse(ByRule):
    """The direction of play was reversed."""

    direction: Annotated[int, Public(sets="direction")]


# ---- all of them

Later = (
    Round | Turn | Limit | RoundEnds | GameEnds
    | Choose | Pick | Commit | Reveal | Lapse | ChooseByChance
    | Move | Insert | Refill | Draw | Exchange | Show | ShowSecretly | IsLast | Leaves
    | Change | Next | Reverse
)  # fmt: skip
Event = Begin | Later  # who tells kinds apart matches with `assert_never`

KINDS: tuple[type[Event], ...] = get_args(Event)

_BY_NUMBER = {each.number: each for each in KINDS}
if _BY_NUMBER.keys() != set(range(len(KINDS))):
    raise UndeclaredError("event kinds must be numbered from 0 without gaps or duplicates")


def kind_of(event: RawEvent) -> type[Event]:
    """The kind of a raw event; an `UndeclaredError` if it is not declared."""
    return numbered(event[0])


def numbered(number: int) -> type[Event]:
    """The kind with a number; an `UndeclaredError` if there is none."""
    found = _BY_NUMBER.get(number)
    if found is None:
        raise UndeclaredError(f"no kind of event is declared with the number {number!r}")
    return found


def read(event: RawEvent) -> Event:
    """A raw event as an instance of its kind."""
    return kind_of(event)(*event[1:])


def began(first: RawEvent) -> Begin:
    """The first event of a game as an instance."""
    begin = read(first)
    assert isinstance(begin, Begin)
    return begin
