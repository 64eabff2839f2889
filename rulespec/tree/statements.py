"""Statements: what a block does, effect by effect."""

from __future__ import annotations

from typing import Literal, get_args

from attrs import field, frozen

from rulespec.tree.expressions import Condition, Expression, Sieve, Valued, gives
from rulespec.tree.kinds import CARDS, NUMBER, PLAYER, PLAYERS
from rulespec.tree.node import NAMES, Cited, Node, walk
from rulespec.tree.slots import (
    LOOKED_AT,
    OFFERED,
    AddedTo,
    DrawnTo,
    Like,
    MovedTo,
    SetTo,
    ShownTo,
    Sort,
    SwappedWith,
    require_slots,
    require_traits,
    takes,
)

Adverb = Literal["openly", "secretly"]  # how somebody is asked; or of `if` and players, whether it may tell
Adverbs = tuple[Adverb, ...]


@frozen
class Do(Cited):
    effect: Effect


@frozen
class If(Cited):
    condition: Condition = field(metadata=takes(Sort.CONDITION))
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...] = ()
    adverbs: Adverbs = ()


@frozen
class May(Cited):
    """The subject may decline the whole block; if it begins with a choice, the adverb is that one's."""

    body: tuple[Statement, ...]
    adverbs: Adverbs = ()


@frozen
class Together(Cited):
    """`at the same time`: everything reads one frozen state, choices commit unseen, then all happens as one."""

    body: tuple[Statement, ...]


@frozen
class ForEach(Cited):
    """The body once for each of these players, from the active one leftwards, with that one as the subject."""

    players: Expression = field(metadata=takes(PLAYERS))
    body: tuple[Statement, ...]
    adverbs: Adverbs = ()


def asks(statement: Statement) -> bool:
    """Whether somebody may be asked there."""
    return any(isinstance(node, Choose | May) for node in walk(statement))


# ---- the effects


@frozen
class _Pick(Valued):
    """One part of a choice; its kind is that of each name which it binds.

    Whatever binds a name holds a pick: that is where names and their bounds are looked for.
    """

    name: str = field(metadata=NAMES)

    @property
    def names(self) -> tuple[str, ...]:
        """What the answer binds."""
        return (self.name,)


@gives(Like("source", "one"))
@frozen
class PickOne(_Pick):
    source: Expression = field(metadata=takes(Sort.SET, OFFERED))


@gives(Like("source", "one"))
@frozen
class PickPair(_Pick):
    """Two different members of one set, in no order."""

    other: str = field(metadata=NAMES)
    source: Expression = field(metadata=takes(Sort.SET, OFFERED))

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name, self.other)


@gives(NUMBER)
@frozen
class PickNumber(_Pick):
    low: Expression = field(metadata=takes(NUMBER))
    high: Expression = field(metadata=takes(NUMBER))


@gives(CARDS)
@frozen
class PickCards(_Pick):
    """From `low` to `high` cards of a set at once; `high` None for exactly `low`."""

    low: Expression = field(metadata=takes(NUMBER))
    high: Expression | None = field(metadata=takes(NUMBER))
    source: Expression = field(metadata=takes(CARDS, OFFERED))


@frozen
class Choose(Node):
    """A decision of the subject."""

    picks: tuple[Pick, ...]
    sieves: tuple[Sieve, ...] = ()
    afterwards: Condition | None = field(default=None, metadata=takes(Sort.CONDITION))
    if_several: bool = False
    adverbs: Adverbs = ()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for pick in self.picks for name in pick.names)


@frozen(kw_only=True)
class CardEffect(Node):
    """Cards go from place to place."""


@frozen(kw_only=True)
class NumberEffect(Node):
    """What counters or notes stand at changes."""


@frozen(kw_only=True)
class CourseEffect(Node):
    """How the game goes on is settled; of itself this changes no card and no number."""


@frozen
class Move(CardEffect):
    cards: tuple[Expression, ...] = field(metadata=takes(CARDS, MovedTo("to")))
    to: Expression = field(metadata=takes(Sort.PLACE))


@frozen
class Draw(CardEffect):
    """Cards one by one from a zone, each an effect of its own; without order each is equally likely."""

    amount: Expression = field(metadata=takes(NUMBER))
    source: Expression = field(metadata=takes(Sort.PLACE, DrawnTo("to", "amount")))
    to: Expression = field(metadata=takes(Sort.PLACE))


@frozen
class Exchange(CardEffect):
    """Cards change places, each taking the place of its counterpart."""

    one: Expression = field(metadata=takes(CARDS, SwappedWith("other")))
    other: Expression = field(metadata=takes(CARDS, SwappedWith("one")))


@frozen
class Show(Node):
    cards: Expression = field(metadata=takes(CARDS, ShownTo("to")))
    to: Expression = field(metadata=takes(PLAYERS))


@frozen
class Set(NumberEffect):
    target: Expression = field(metadata=takes(Sort.VARIABLE, SetTo("value")))
    value: Expression = field(metadata=takes(Like("target", "one"), LOOKED_AT))


@frozen
class Add(NumberEffect):
    amount: Expression = field(metadata=takes(NUMBER))
    target: Expression = field(metadata=takes(Sort.COUNTER, AddedTo("amount", 1)))


@frozen
class Take(NumberEffect):
    amount: Expression = field(metadata=takes(NUMBER))
    target: Expression = field(metadata=takes(Sort.COUNTER, AddedTo("amount", -1)))


@frozen
class Perform(CourseEffect):
    """The action of a word."""

    word: Expression = field(metadata=takes(Sort.WORD))


@frozen
class IsNext(CourseEffect):
    """Who has the next turn; it takes effect as that turn begins."""

    player: Expression = field(metadata=takes(PLAYER))


@frozen
class Reverse(CourseEffect):
    """From now on turns go round the other way, wherever it is not settled who is next."""


@frozen
class Nothing(CourseEffect):
    pass


# ---- the closed sets

Statement = Do | If | May | Together | ForEach
Pick = PickOne | PickPair | PickNumber | PickCards
Effect = Choose | Move | Draw | Exchange | Show | Set | Add | Take | Perform | IsNext | Reverse | Nothing

require_slots(get_args(Statement | Pick | Effect))
require_traits(get_args(Pick), "gives")
