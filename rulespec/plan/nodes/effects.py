"""Effects of a plan: each works out what it is about, then makes it happen and tells it by an event of its origin."""

from collections.abc import Callable
from typing import Annotated, ClassVar, TypeAlias, TypeVar

from attrs import frozen

from rulespec.language.tree import statements as s
from rulespec.plan.nodes import terms as t
from rulespec.plan.nodes.roles import (
    EFFECT,
    NEXT,
    NUMBER,
    ORIGIN,
    PLACE,
    RENEWED,
    TARGET,
    VALUE,
    VARIABLE,
    ZONE,
    Node,
    Parts,
    node,
)  # fmt: skip

Origin: TypeAlias = Annotated[int, ORIGIN]
Number: TypeAlias = Annotated[int, NUMBER]


class EffectNode(Node):
    """What all effects have in common: if one `is_only_heard`, no rule depends on it, only what somebody knows."""

    __slots__ = ()
    is_only_heard: ClassVar[bool]


Declared = TypeVar("Declared", bound=type[EffectNode])


def effect(*, is_only_heard: bool, of: tuple[type, ...] = ()) -> Callable[[Declared], Declared]:
    """Declares a kind of effect, and what in the tree it is made of by its roles."""

    def declare(declared: Declared) -> Declared:
        declared.is_only_heard = is_only_heard
        return node(EFFECT, of=of)(declared)

    return declare


@frozen
class Place:
    """Where cards go: the place `first`, or one that is counted on from there: of a player, or a cell."""

    first: Annotated[int, PLACE]
    whose: t.Value | None


@frozen
class Target:
    """The counter or note `first`, or those that are counted on from there: of some players, or in some cells.

    `bounds` are the least and the most that a counter can stand at; a note has none.
    """

    first: Annotated[int, VARIABLE]
    whose: t.Set | None
    bounds: Annotated[tuple[Number, Number], Parts(("least", "most"))] | None


@effect(of=(s.Move,), is_only_heard=False)
@frozen
class Move(EffectNode):
    """Cards go to a place, those of all the sets as one."""

    origin: Origin
    cards: tuple[t.Set, ...]
    to: Annotated[Place, ZONE]


@effect(of=(s.Insert,), is_only_heard=False)
@frozen
class Insert(EffectNode):
    """Cards go to a row, where the first of them comes to have a position, or the nearest one that there is."""

    origin: Origin
    cards: tuple[t.Set, ...]
    to: Annotated[Place, ZONE]
    position: t.Value


@effect(of=(s.Exchange,), is_only_heard=False)
@frozen
class Exchange(EffectNode):
    """As many cards take each other's places, card for card; of different numbers each side goes where the other was.

    Nothing happens where a side is empty, or a card is on both sides.
    """

    origin: Origin
    one: t.Set
    other: t.Set


@effect(of=(s.Show,), is_only_heard=True)
@frozen
class Show(EffectNode):
    """Cards are shown to players."""

    origin: Origin
    cards: t.Set
    to: t.Set


@effect(of=(s.ShowSecretly,), is_only_heard=True)
@frozen
class ShowSecretly(EffectNode):
    """Cards are shown to players, and only they hear of it."""

    origin: Origin
    cards: t.Set
    to: t.Set


@effect(of=(s.Set,), is_only_heard=False)
@frozen
class Set(EffectNode):
    """Counters or notes are set to a value."""

    origin: Origin
    target: Annotated[Target, TARGET, RENEWED]
    value: t.Value


@effect(is_only_heard=False)
@frozen
class Add(EffectNode):
    """An amount is added to counters, `sign` times it."""

    origin: Origin
    target: Annotated[Target, TARGET]
    amount: t.Value
    sign: Number


@effect(of=(s.IsNext,), is_only_heard=False)
@frozen
class MakeNext(EffectNode):
    """It is settled who has the next turn."""

    origin: Origin
    player: Annotated[t.Term, NEXT, VALUE]


@effect(of=(s.Reverse,), is_only_heard=False)
@frozen
class Reverse(EffectNode):
    """From now on turns go round the other way."""

    origin: Origin


Effect: TypeAlias = Move | Insert | Exchange | Show | ShowSecretly | Set | Add | MakeNext | Reverse


@effect(is_only_heard=False)
@frozen
class CanDraw(EffectNode):
    """Whether there is a card to draw: no effect, but asked whether it would do anything as if it were one."""

    source: Place
    refill: t.Set | None
