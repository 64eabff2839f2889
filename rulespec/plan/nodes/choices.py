"""Choices of a plan: from what somebody may choose, what is legal of it, and how others hear of the answer."""

from typing import Annotated, TypeAlias

from attrs import field, frozen

from rulespec.language.tree.kinds import Kind
from rulespec.plan.nodes import terms as t
from rulespec.plan.nodes.effects import Effect, Origin
from rulespec.plan.nodes.roles import (
    CHOICE,
    EFFECT,
    FLAG,
    FORGOTTEN,
    NUMBER,
    PICK,
    SAID,
    SLOT,
    TRIED,
    UNHEARD,
    Node,
    node,
)

Flag: TypeAlias = Annotated[bool, FLAG]

ALWAYS, IF_SEVERAL, IF_ANY = range(3)  # when a choice is asked: `IF_ANY` if more than 0 cards can be chosen


@node(PICK)
@frozen
class One(Node):
    """One member of a set."""

    source: t.Set


@node(PICK)
@frozen
class Pair(Node):
    """Two different members of a set, in no order."""

    source: t.Set


@node(PICK)
@frozen
class Number(Node):
    """A number from `low` to `high`."""

    low: t.Value
    high: t.Value


@node(PICK)
@frozen
class Cards(Node):
    """From `low` to `high` cards of a set at once."""

    low: t.Value
    high: t.Value
    source: t.Set


Pick: TypeAlias = One | Pair | Number | Cards


@node(CHOICE)
@frozen
class Choice(Node):
    """What somebody chooses: one answer binds all `slots`, and no card is in it twice.

    The sieves see an answer as `it` (of `players` as `own`, too) and, if `named`, by its names. `afterwards` must hold
    once the effect `following` has happened.
    """

    picks: tuple[Annotated[Pick, PICK], ...]
    slots: tuple[Annotated[int, SLOT, FORGOTTEN], ...]
    cards: tuple[Flag, ...]  # for each slot, whether it holds a card or cards
    sieves: tuple[t.Sieve, ...]
    players: Flag
    named: Flag
    afterwards: t.Test | None
    following: Annotated[Effect, EFFECT, TRIED] | None
    asked: Annotated[int, NUMBER]  # ALWAYS, IF_SEVERAL, IF_ANY; where it is not asked, its one answer is taken


DECLINE = "(decline)"
NOTHING = "(none)"


@frozen
class Query:
    """What somebody is asked, and how his answer is written; `origin` numbers the statement."""

    origin: Origin
    names: Annotated[tuple[str, ...], SAID]
    slots: Annotated[tuple[int, ...], SAID]
    kinds: Annotated[tuple[Kind, ...], SAID]
    public: Annotated[tuple[bool, ...], SAID]  # for each name, whether everybody may know what was chosen
    said: Annotated[str, SAID]  # what is asked, as the rule file says it
    none: Annotated[str, SAID]  # how to answer nothing, where that is an answer
    tells: Flag = field(init=False, repr=False)  # whether others hear anything of an answer that comes to light

    @tells.default
    def _tells(self) -> bool:
        return any(self.public) or not self.names


@node(UNHEARD)
@frozen
class Unheard(Node):
    """How an answer becomes known that others do not hear at once: `part` is the origin of what they hear instead."""

    part: Origin
    together: Flag  # given at the same time as others' answers, and told when all have answered
    secretly: Flag  # never told
    optional: Flag  # whether it can be declined
