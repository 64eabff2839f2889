"""Instructions: what a plan does, step by step. A place in it is a number; each leads to the next or says where.

Between two questions a state keeps the place, the names in their slots, whose turn it is, who is doing something (the
subject), whether reasons to end are watched, and a stack: for each action under way where it leads back to, for each
round of players those left and the subject before, for what is repeated how many times are left, for what is done
word by word those left, for each draw the cards left, from where and to where, for each deal the cards left, from where
and to which places, in order.
"""

from collections.abc import Callable
from typing import Annotated, ClassVar, Literal, TypeAlias, TypeVar

from attrs import frozen

from rulespec.language.tree.slots import UndeclaredError
from rulespec.plan.nodes import terms as t
from rulespec.plan.nodes.choices import Choice, Flag, Query, Unheard
from rulespec.plan.nodes.effects import CanDraw, Effect, Number, Origin, Place
from rulespec.plan.nodes.roles import (
    BY_CHANCE,
    BY_PLAYER,
    CHOICE,
    COMPLETION,
    EFFECT,
    FORGOTTEN,
    INSTRUCTION,
    JUMP,
    KEPT,
    MASK,
    MAYBE,
    PLACE,
    REPEATED,
    SLOT,
    TRIED,
    UNHEARD,
    VARIABLE,
    WATCH,
    Node,
    Parts,
    node,
)  # fmt: skip
from rulespec.plan.nodes.stepwise import Completion

Leads: TypeAlias = Literal["on", "away", "back", "round"]
Reasons: TypeAlias = Literal["begin", "look", "end"]

To: TypeAlias = Annotated[int, JUMP]
Mask: TypeAlias = Annotated[int, MASK]
Happens: TypeAlias = Annotated[Effect, EFFECT]
Asked: TypeAlias = Annotated[Choice, CHOICE]
Hidden: TypeAlias = Annotated[Unheard, UNHEARD]
Forgotten: TypeAlias = Annotated[int, SLOT, FORGOTTEN]
Resets: TypeAlias = tuple[
    Annotated[tuple[Annotated[int, VARIABLE, FORGOTTEN], Number | None], Parts(("variable", "value"))], ...
]  # what begins anew, and with what


class InstructionNode(Node):
    """What all instructions have in common.

    Where it `leads` besides the places in its fields: to the next one; nowhere; back to where an action was called; or
    to itself, until it is done, and then to the next. And what it is for the `reasons` to end that hold at once: from
    it on they are watched, they are looked at after it, or it ends that; None if nothing of this.
    """

    __slots__ = ()
    leads: ClassVar[Leads]
    reasons: ClassVar[Reasons | None]


Declared = TypeVar("Declared", bound=type[InstructionNode])


def instruction(
    *, leads: Leads, reasons: Reasons | None = None, varies: str | None = None
) -> Callable[[Declared], Declared]:
    """Declares a kind of instruction; one that waits for an answer says by whom it `varies`."""

    def declare(declared: Declared) -> Declared:
        declared.leads, declared.reasons = leads, reasons
        found = node(INSTRUCTION, varies=varies)(declared)
        if ("query" in found.shapes) != (varies in (BY_PLAYER, BY_CHANCE)):
            raise UndeclaredError(f"{declared.__name__} does not say whether a player or chance answers it")
        return found

    return declare


# ---- the course of a game


@instruction(leads="away", reasons="end")
@frozen
class Stop(InstructionNode):
    """The game is over: by the rules, or at the limit of turns."""

    at_limit: Flag


@instruction(leads="on")
@frozen
class RoundBegins(InstructionNode):
    resets: Resets
    told: Flag


@instruction(leads="on", reasons="begin")
@frozen
class TurnBegins(InstructionNode):
    """The next player, or the one who was settled to be, has the turn; all names are forgotten, reasons are watched."""

    resets: Resets
    turns: Number  # at most
    at_limit: To  # where to go on after as many
    changed: Mask  # what this changes, as bits: see `Watch`


@instruction(leads="on", reasons="end")
@frozen
class TurnEnds(InstructionNode):
    """Reasons to end are not watched any more."""


@instruction(leads="on")
@frozen
class EndsIf(InstructionNode):
    """A reason of this moment: where it holds, the game goes on at its block."""

    test: t.Test
    to: To


@instruction(leads="on", reasons="end")
@frozen
class ReasonBegins(InstructionNode):
    """A round or the game ends: whatever was under way is abandoned, all names but the first `kept` are forgotten."""

    game: Flag  # whether the game ends with it
    origin: Origin
    kept: Annotated[int, KEPT]


# ---- going on elsewhere


@instruction(leads="away")
@frozen
class Jump(InstructionNode):
    to: To


@instruction(leads="on")
@frozen
class Branch(InstructionNode):
    """Goes on elsewhere where a test does not hold."""

    test: t.Test
    otherwise: To


@instruction(leads="on")
@frozen
class EachBegins(InstructionNode):
    """A round of players begins, each of whom will be the subject of what follows."""

    players: t.Set


@instruction(leads="on")
@frozen
class EachNext(InstructionNode):
    """The next of them, with the names of the one before forgotten; after the last, out of the round."""

    slots: tuple[Forgotten, ...]
    out: To


@instruction(leads="on")
@frozen
class Perform(InstructionNode):
    """The action of a word, and back; `entrances` has a place for each word of the list."""

    word: t.Value
    entrances: tuple[Annotated[int, JUMP, MAYBE], ...]


@instruction(leads="on")
@frozen
class RepeatBegins(InstructionNode):
    """What follows is done so many times; a number below 1 is none."""

    times: t.Value


@instruction(leads="on")
@frozen
class RepeatNext(InstructionNode):
    """The next of these times; after the last, out of it."""

    out: To


@instruction(leads="on")
@frozen
class WordsBegin(InstructionNode):
    """What follows is done for each of these words, or numbers of a list, in its order."""

    words: t.Set


@instruction(leads="on")
@frozen
class WordsNext(InstructionNode):
    """The next of them has its name, the names of the one before are forgotten; after the last, out of it."""

    slot: Forgotten
    slots: tuple[Forgotten, ...]
    out: To


@instruction(leads="back")
@frozen
class Return(InstructionNode):
    """The end of an action: its names are forgotten."""

    slots: tuple[Forgotten, ...]


@instruction(leads="on")
@frozen
class Forget(InstructionNode):
    """The names of a block are forgotten."""

    slots: tuple[Forgotten, ...]


# ---- what happens


@instruction(leads="on", reasons="look")
@frozen
class Happen(InstructionNode):
    """An effect; reasons to end are looked at after it."""

    effect: Happens


@instruction(leads="on")
@frozen
class DrawBegins(InstructionNode):
    amount: t.Value
    source: Place
    to: Place


@instruction(leads="on")
@frozen
class DealBegins(InstructionNode):
    """All cards of a place will be drawn one by one around others, or as many as each can get equally many."""

    source: Place
    first: Annotated[int, PLACE]
    to: t.Set  # which places, counted on from the first
    evenly: Flag
    out: To  # where there is nothing to deal


@instruction(leads="on")
@frozen
class DealNext(InstructionNode):
    """The next of these cards is about to be drawn; after the last, out of it."""

    out: To


@instruction(leads="on", reasons="look", varies=BY_CHANCE)
@frozen
class Draw(InstructionNode):
    """Cards one by one: from a row the last one laid, from any other place by chance; each is an effect of its own.

    An empty place is first filled with the cards of `refill`.
    """

    query: Query
    refill: t.Set | None


@instruction(leads="on", reasons="look", varies=BY_CHANCE)
@frozen
class ChooseByChance(InstructionNode):
    """Chance chooses; where there is nothing to choose, the names stand for nothing."""

    query: Query
    choice: Asked
    changed: Mask


# ---- at the same time


@instruction(leads="on", reasons="look")
@frozen
class Together(InstructionNode):
    """Effects that read one state: all are worked out, then all happen."""

    effects: tuple[Happens, ...]


@instruction(leads="on")
@frozen
class TogetherBegins(InstructionNode):
    """From here on effects wait for `TogetherEnds`, the close, and nobody hears what the others answer."""


@instruction(leads="on")
@frozen
class Defer(InstructionNode):
    """An effect that is worked out now and happens at the close; `number` is its own among these."""

    number: Number
    effect: Happens


@instruction(leads="on")
@frozen
class SkipLapsed(InstructionNode):
    """A player who has had nothing to choose does nothing more until the close."""

    to: To


@instruction(leads="on")
@frozen
class Commit(InstructionNode):
    """Others hear that a player has answered all that he is asked."""

    origin: Origin


@instruction(leads="on", reasons="look")
@frozen
class TogetherEnds(InstructionNode):
    """The close: what has waited is told and happens, then reasons to end are looked at."""


# ---- questions


@instruction(leads="on")
@frozen
class Gauge(InstructionNode):
    """Where a choice has more answers than `most` before they are narrowed, the game goes on at its `parts`.

    For each part `counted` says how many it takes, and of how many things. All answers to one that has no parts are
    worked out at once, if there are not too many.
    """

    counted: tuple[Annotated[tuple[Number, Number, t.Value], Parts(("least", "most", "things"))], ...]
    most: Number
    parts: Annotated[int, JUMP, MAYBE]


@instruction(leads="on", varies=BY_PLAYER)
@frozen
class Ask(InstructionNode):
    """A choice; where it is declined or there is nothing to choose, the game goes on at `leave`."""

    query: Query
    choice: Asked
    unheard: Hidden | None
    optional: Flag
    leave: To
    changed: Mask  # what an answer changes, as bits: see `Watch`


@instruction(leads="round", varies=BY_PLAYER)
@frozen
class AskPart(InstructionNode):
    """A part of a choice that is asked bit by bit: the name `at`, of a set card by card; `out` leads past all parts."""

    query: Query
    choice: Asked
    completion: Annotated[Completion, COMPLETION, REPEATED]
    at: Number
    unheard: Hidden | None
    optional: Flag
    leave: To
    out: To
    changed: Mask


@instruction(leads="on", varies=BY_PLAYER)
@frozen
class AskWhether(InstructionNode):
    """Whether a player does something; he is not asked where it would do nothing (`could`)."""

    query: Query
    could: Annotated[Effect | CanDraw, EFFECT, TRIED] | None
    unheard: Hidden | None
    leave: To


Instruction: TypeAlias = (
    Stop | RoundBegins | TurnBegins | TurnEnds | EndsIf | ReasonBegins
    | Jump | Branch | EachBegins | EachNext | Perform | RepeatBegins | RepeatNext
    | WordsBegin | WordsNext | Return | Forget
    | Happen | DrawBegins | DealBegins | DealNext | Draw | ChooseByChance
    | Together | TogetherBegins | Defer | SkipLapsed | Commit | TogetherEnds
    | Gauge | Ask | AskPart | AskWhether
)  # fmt: skip


@node(WATCH)
@frozen
class Watch(Node):
    """A reason to end that holds at once, looked at only when something it reads has changed.

    `mask` has a bit for each place, then for each counter and note, then one for names and whose turn it is. With
    `seats`, the test is on some player: then it is looked at only for those of whose bits one has changed.
    """

    mask: Mask
    test: t.Test
    to: To
    seats: tuple[Mask, ...] | None = None


def past_jumps(code: tuple[Instruction, ...], pc: int) -> int:
    """The place, or where the jumps there lead."""
    while pc < len(code) and isinstance(jump := code[pc], Jump):
        pc = jump.to
    return pc
