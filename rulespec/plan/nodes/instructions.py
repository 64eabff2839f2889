"""Instructions: what a plan does, step by step. A place in it is a number; each leads to the next or says where.

Between two questions a state keeps the place, the names in their slots, whose turn it is, who is doing something (the
subject), whether reasons to end are watched, and a stack: for each action under way where it leads back to, for each
round of players those left and the subject before, for each draw the cards left, from where and to where.
"""

from typing import TypeAlias

from attrs import frozen

from rulespec.plan.nodes.choices import Choice, Query, Unheard
from rulespec.plan.nodes.effects import Effect, Place
from rulespec.plan.nodes.stepwise import Completion
from rulespec.plan.nodes.terms import Term, Test

Resets: TypeAlias = tuple[tuple[int, int | None], ...]  # counters and notes that begin anew, and with what


# ---- the course of a game


@frozen
class Stop:
    """The game is over: by the rules, or at the limit of turns."""

    at_limit: bool


@frozen
class RoundBegins:
    resets: Resets
    told: bool


@frozen
class TurnBegins:
    """The next player, or the one who was settled to be, has the turn; all names are forgotten, reasons are watched."""

    resets: Resets
    turns: int  # at most
    at_limit: int  # where to go on after as many
    changed: int  # what this changes, as bits: see `Watch`


@frozen
class TurnEnds:
    """Reasons to end are not watched any more."""


@frozen
class EndsIf:
    """A reason of this moment: where it holds, the game goes on at its block."""

    test: Test
    to: int


@frozen
class ReasonBegins:
    """A round or the game ends: whatever was under way is abandoned, all names but the first `kept` are forgotten."""

    game: bool  # whether the game ends with it
    origin: int
    kept: int


# ---- going on elsewhere


@frozen
class Jump:
    to: int


@frozen
class Branch:
    """Goes on elsewhere where a test does not hold."""

    test: Test
    otherwise: int


@frozen
class EachBegins:
    """A round of players begins, each of whom will be the subject of what follows."""

    players: Term


@frozen
class EachNext:
    """The next of them, with the names of the one before forgotten; after the last, out of the round."""

    slots: tuple[int, ...]
    out: int


@frozen
class Perform:
    """The action of a word, and back; `entrances` has a place for each word of the list."""

    word: Term
    entrances: tuple[int, ...]


@frozen
class Return:
    """The end of an action: its names are forgotten."""

    slots: tuple[int, ...]


@frozen
class Forget:
    """The names of a block are forgotten."""

    slots: tuple[int, ...]


# ---- what happens


@frozen
class Happen:
    """An effect; reasons to end are looked at after it."""

    effect: Effect


@frozen
class DrawBegins:
    amount: Term
    source: Place
    to: Place


@frozen
class Draw:
    """Cards one by one: from a row the last one laid, from any other place by chance; each is an effect of its own.

    An empty place is first filled with the cards of `refill`.
    """

    query: Query
    refill: Term | None


# ---- at the same time


@frozen
class Together:
    """Effects that read one state: all are worked out, then all happen."""

    effects: tuple[Effect, ...]


@frozen
class TogetherBegins:
    """From here on effects wait for `TogetherEnds`, the close, and nobody hears what the others answer."""


@frozen
class Defer:
    """An effect that is worked out now and happens at the close; `number` is its own among these."""

    number: int
    effect: Effect


@frozen
class SkipLapsed:
    """A player who has had nothing to choose does nothing more until the close."""

    to: int


@frozen
class Commit:
    """Others hear that a player has answered all that he is asked."""

    origin: int


@frozen
class TogetherEnds:
    """The close: what has waited is told and happens, then reasons to end are looked at."""


# ---- questions


@frozen
class Ask:
    """A choice; where it is declined or there is nothing to choose, the game goes on at `leave`."""

    query: Query
    choice: Choice
    unheard: Unheard | None
    optional: bool
    leave: int
    changed: int  # what an answer changes, as bits: see `Watch`


@frozen
class AskPart:
    """A part of a choice that is asked bit by bit: the name `at`, of a set card by card; `out` leads past all parts."""

    query: Query
    choice: Choice
    completion: Completion
    at: int
    unheard: Unheard | None
    optional: bool
    leave: int
    out: int
    changed: int


@frozen
class CanDraw:
    """Whether there is a card to draw."""

    source: Place
    refill: Term | None


@frozen
class AskWhether:
    """Whether a player does something; he is not asked where it would do nothing (`could`)."""

    query: Query
    could: Effect | CanDraw | None
    unheard: Unheard | None
    leave: int


Instruction: TypeAlias = (
    Stop | RoundBegins | TurnBegins | TurnEnds | EndsIf | ReasonBegins
    | Jump | Branch | EachBegins | EachNext | Perform | Return | Forget
    | Happen | DrawBegins | Draw
    | Together | TogetherBegins | Defer | SkipLapsed | Commit | TogetherEnds
    | Ask | AskPart | AskWhether
)  # fmt: skip


def past_jumps(code: tuple[Instruction, ...], pc: int) -> int:
    """The place, or where the jumps there lead."""
    while pc < len(code) and isinstance(jump := code[pc], Jump):
        pc = jump.to
    return pc
