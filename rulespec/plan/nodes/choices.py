"""Choices of a plan: from what somebody may choose, what is legal of it, and how others hear of the answer."""

from typing import TypeAlias

from attrs import frozen

from rulespec.plan.nodes.effects import Effect
from rulespec.plan.nodes.terms import Sieve, Term, Test
from rulespec.tree.kinds import Kind


@frozen
class One:
    """One member of a set."""

    source: Term


@frozen
class Pair:
    """Two different members of a set, in no order."""

    source: Term


@frozen
class Number:
    """A number from `low` to `high`."""

    low: Term
    high: Term


@frozen
class Cards:
    """From `low` to `high` cards of a set at once."""

    low: Term
    high: Term
    source: Term


Pick: TypeAlias = One | Pair | Number | Cards


@frozen
class Choice:
    """What somebody chooses: one answer binds all `slots`, and no card is in it twice.

    The sieves see an answer as `it` (of `players` as `own`, too) and, if `named`, by its names. `afterwards` must hold
    once the effect `following` has happened.
    """

    picks: tuple[Pick, ...]
    slots: tuple[int, ...]
    cards: tuple[bool, ...]  # for each slot, whether it holds a card or cards
    sieves: tuple[Sieve, ...]
    players: bool
    named: bool
    afterwards: Test | None
    following: Effect | None
    if_several: bool  # whether nobody is asked where there is just one answer


DECLINE = "(decline)"
NOTHING = "(none)"


@frozen
class Query:
    """What somebody is asked, and how his answer is written; `origin` numbers the statement."""

    origin: int
    names: tuple[str, ...]
    slots: tuple[int, ...]
    kinds: tuple[Kind, ...]
    public: tuple[bool, ...]  # for each name, whether everybody may know what was chosen
    said: str  # what is asked, as the rule file says it
    none: str  # how to answer nothing, where that is an answer


@frozen
class Unheard:
    """How an answer becomes known that others do not hear at once: `part` is the origin of what they hear instead."""

    part: int
    together: bool  # given at the same time as others' answers, and told when all have answered
    secretly: bool  # never told
    optional: bool  # whether it can be declined
