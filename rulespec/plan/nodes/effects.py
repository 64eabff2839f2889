"""Effects of a plan: each works out what it is about, then makes it happen and tells it by an event of its origin."""

from typing import TypeAlias

from attrs import frozen

from rulespec.plan.nodes.terms import Term


@frozen
class Place:
    """Where cards go: the place `first`, or that of a player, counted on from there."""

    first: int
    whose: Term | None


@frozen
class Target:
    """The counter or note `first`, or those of some players, counted on from there.

    `bounds` are the least and the most that a counter can stand at; a note has none.
    """

    first: int
    whose: Term | None  # a set
    bounds: tuple[int, int] | None


@frozen
class Move:
    """Cards go to a place, those of all the sets as one."""

    origin: int
    cards: tuple[Term, ...]
    to: Place


@frozen
class Exchange:
    """As many cards take each other's places, card for card; of different numbers each side goes where the other was.

    Nothing happens where a side is empty, or a card is on both sides.
    """

    origin: int
    one: Term
    other: Term


@frozen
class Show:
    """Cards are shown to players."""

    origin: int
    cards: Term
    to: Term


@frozen
class Set:
    """Counters or notes are set to a value."""

    origin: int
    target: Target
    value: Term


@frozen
class Add:
    """An amount is added to counters, `sign` times it."""

    origin: int
    target: Target
    amount: Term
    sign: int


@frozen
class MakeNext:
    """It is settled who has the next turn."""

    origin: int
    player: Term


@frozen
class Reverse:
    """From now on turns go round the other way."""

    origin: int


Effect: TypeAlias = Move | Exchange | Show | Set | Add | MakeNext | Reverse
