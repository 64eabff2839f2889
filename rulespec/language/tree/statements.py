"""Statements: what a block does, effect by effect."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar, Literal, TypeVar, assert_never, get_args

from attrs import field, frozen

from rulespec.language.tree.bounds import Bounding, Bounds
from rulespec.language.tree.expressions import (
    Condition,
    CountCards,
    Expression,
    OnCounter,
    OnNote,
    Sieve,
    Valued,
    valued,
)
from rulespec.language.tree.kinds import CARDS, NUMBER, PLAYER, PLAYERS
from rulespec.language.tree.node import NAMES, Cited, Node, walk
from rulespec.language.tree.slots import (
    LOOKED_AT,
    OFFERED,
    AddedTo,
    Counted,
    DealtTo,
    DrawnTo,
    Like,
    LookedAt,
    MovedTo,
    Offered,
    SetTo,
    ShownTo,
    Sort,
    SwappedWith,
    UndeclaredError,
    filled,
    opposites,
    require_free_names,
    require_slots,
    require_traits,
    takes,
)

Adverb = Literal["openly", "secretly"]  # how somebody is asked; or of `if` and players, whether it may tell
Adverbs = tuple[Adverb, ...]

THAT = "that "  # so begins the name of the word for which a block is done; the name of its list is behind


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


@frozen
class ForEachWord(Cited):
    """The body once for each word, or number of a list, of a set that is settled before; its name is `that LIST`."""

    pick: PickOne
    body: tuple[Statement, ...]
    adverbs: Adverbs = ()

    @property
    def list(self) -> str:
        """The list of these words."""
        return self.pick.name.removeprefix(THAT)


def bodies(statement: Statement) -> Iterator[tuple[Statement, ...]]:
    """The blocks of other statements in a statement."""
    match statement:
        case If(_, then, otherwise):
            yield then
            yield otherwise
        case May(body) | Together(body) | ForEach(_, body) | ForEachWord(_, body):
            yield body
        case Do():
            pass
        case _:
            assert_never(statement)


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


@valued(gives=Like("source", "one"), opposite=None)
@frozen
class PickOne(_Pick):
    source: Expression = field(metadata=takes(Sort.SET, OFFERED))

    def bounds(self, table: Bounding) -> Bounds:
        return table.of(self.source)


@valued(gives=Like("source", "one"), opposite=None)
@frozen
class PickPair(_Pick):
    """Two different members of one set, in no order."""

    other: str = field(metadata=NAMES)
    source: Expression = field(metadata=takes(Sort.SET, OFFERED))

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name, self.other)

    def bounds(self, table: Bounding) -> Bounds:
        return table.of(self.source)


@valued(gives=NUMBER, opposite=None)
@frozen
class PickNumber(_Pick):
    low: Expression = field(metadata=takes(NUMBER))
    high: Expression = field(metadata=takes(NUMBER))

    def bounds(self, table: Bounding) -> Bounds:
        return table.of(self.low)[0], table.of(self.high)[1]


@valued(gives=CARDS, opposite=None)
@frozen
class PickCards(_Pick):
    """From `low` to `high` cards of a set at once; `high` None for exactly `low`."""

    low: Expression = field(metadata=takes(NUMBER))
    high: Expression | None = field(metadata=takes(NUMBER, first=True))  # of `up to two cards`, the problem is `two`
    source: Expression = field(metadata=takes(CARDS, OFFERED))


@frozen
class Apart:
    """Why an effect cannot be done at the same time as others: what it is called, and where to put it."""

    what: str
    remedy: str


@frozen(kw_only=True)
class AnyEffect(Node):
    """What each effect declares by `effect`; which cards and numbers it changes, and what it shows, its slots say."""

    acts: ClassVar[bool]
    foreseen: ClassVar[bool]
    always_offered: ClassVar[bool]
    chance: ClassVar[bool]
    apart: ClassVar[Apart | None]
    opposite: ClassVar[str | None]


E = TypeVar("E", bound=AnyEffect)


def effect(
    *, acts: bool, foreseen: bool, always_offered: bool, chance: bool, apart: Apart | None, opposite: str | None
) -> Callable[[type[E]], type[E]]:
    """Declares an effect.

    `acts`: it is carried out by itself, and can turn out to do nothing. `foreseen`: `so that afterwards` can look ahead
    at it. `always_offered`: `may` asks whether to do it even where it would do nothing. `chance`: chance decides what
    comes of it, for each card that is drawn, or once. `opposite`: the class with the same fields that does the reverse.
    """

    def declare(declared: type[E]) -> type[E]:
        require_free_names(declared)
        declared.acts, declared.foreseen, declared.always_offered = acts, foreseen, always_offered
        declared.chance, declared.apart, declared.opposite = chance, apart, opposite
        if chance and (foreseen or apart is None):
            raise UndeclaredError(f"{declared.__name__} cannot be left to chance and foreseen, or done with others")
        return declared

    return declare


@frozen
class AnyChoice(AnyEffect):
    """What is chosen, by a player or by chance."""

    picks: tuple[Pick, ...]
    sieves: tuple[Sieve, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for pick in self.picks for name in pick.names)


@effect(acts=False, foreseen=False, always_offered=True, chance=False, apart=None, opposite=None)
@frozen
class Choose(AnyChoice):
    """A decision of the subject."""

    afterwards: Condition | None = field(default=None, metadata=takes(Sort.CONDITION))
    if_several: bool = False
    adverbs: Adverbs = ()


@effect(
    acts=True,
    foreseen=False,
    always_offered=True,
    chance=True,
    apart=Apart("a choice by chance", "move the choice before the block"),
    opposite=None,
)
@frozen
class ChooseByChance(AnyChoice):
    """Chance chooses, each answer equally likely; where there is none the names stand for nothing."""


@effect(acts=True, foreseen=True, always_offered=False, chance=False, apart=None, opposite=None)
@frozen
class Move(AnyEffect):
    cards: tuple[Expression, ...] = field(metadata=takes(CARDS, MovedTo("to")))
    to: Expression = field(metadata=takes(Sort.PLACE))


@effect(
    acts=True,
    foreseen=False,
    always_offered=False,
    chance=False,
    apart=Apart("a move to a position", "move the cards before or after the block"),
    opposite=None,
)
@frozen
class Insert(AnyEffect):
    """Cards come to lie in a row so that the first of them has a position; only those who see the row learn which."""

    cards: tuple[Expression, ...] = field(metadata=takes(CARDS, MovedTo("to")))
    to: Expression = field(metadata=takes(Sort.PLACE))
    position: Expression = field(metadata=takes(NUMBER))


@effect(
    acts=True,
    foreseen=False,
    always_offered=False,
    chance=True,
    apart=Apart("a draw", "draw before or after the block"),
    opposite=None,
)
@frozen
class Draw(AnyEffect):
    """Cards one by one from a zone, each an effect of its own; without order each is equally likely."""

    amount: Expression = field(metadata=takes(NUMBER))
    source: Expression = field(metadata=takes(Sort.PLACE, DrawnTo("to", "amount")))
    to: Expression = field(metadata=takes(Sort.PLACE))


@frozen
class AnyDeal(AnyEffect):
    """Cards of a zone one by one around several, each a draw; those of the source that lie there as it begins."""

    source: Expression = field(metadata=takes(Sort.PLACE, DealtTo("to")))
    to: Expression = field(metadata=takes(Sort.PLACES))


@effect(
    acts=True,
    foreseen=False,
    always_offered=False,
    chance=True,
    apart=Apart("a deal", "deal before or after the block"),
    opposite=None,
)
@frozen
class Deal(AnyDeal):
    """All cards; who comes first gets one more if it does not come out even."""


@effect(
    acts=True,
    foreseen=False,
    always_offered=False,
    chance=True,
    apart=Apart("a deal", "deal before or after the block"),
    opposite=None,
)
@frozen
class DealEvenly(AnyDeal):
    """As many as each can get equally many; the others stay."""


@effect(acts=True, foreseen=True, always_offered=False, chance=False, apart=None, opposite=None)
@frozen
class Exchange(AnyEffect):
    """Cards change places, each taking the place of its counterpart."""

    one: Expression = field(metadata=takes(CARDS, SwappedWith("other")))
    other: Expression = field(metadata=takes(CARDS, SwappedWith("one")))


@effect(acts=True, foreseen=False, always_offered=True, chance=False, apart=None, opposite=None)
@frozen
class Show(AnyEffect):
    cards: Expression = field(metadata=takes(CARDS, ShownTo("to")))
    to: Expression = field(metadata=takes(PLAYERS))


@effect(acts=True, foreseen=False, always_offered=True, chance=False, apart=None, opposite=None)
@frozen
class ShowSecretly(AnyEffect):
    """Those who are shown see the cards; nobody else hears that they were shown anything."""

    cards: Expression = field(metadata=takes(CARDS, ShownTo("to")))
    to: Expression = field(metadata=takes(PLAYERS))


@effect(acts=True, foreseen=True, always_offered=True, chance=False, apart=None, opposite=None)
@frozen
class Set(AnyEffect):
    target: Expression = field(metadata=takes(Sort.VARIABLE, SetTo("value")))
    value: Expression = field(metadata=takes(Like("target", "one"), LOOKED_AT))


@effect(acts=True, foreseen=True, always_offered=True, chance=False, apart=None, opposite="Take")
@frozen
class Add(AnyEffect):
    amount: Expression = field(metadata=takes(NUMBER))
    target: Expression = field(metadata=takes(Sort.COUNTER, AddedTo("amount", 1)))


@effect(acts=True, foreseen=True, always_offered=True, chance=False, apart=None, opposite="Add")
@frozen
class Take(AnyEffect):
    amount: Expression = field(metadata=takes(NUMBER))
    target: Expression = field(metadata=takes(Sort.COUNTER, AddedTo("amount", -1)))


@effect(
    acts=False,
    foreseen=False,
    always_offered=True,
    chance=False,
    apart=Apart("an action", "perform it before or after the block"),
    opposite=None,
)
@frozen
class Perform(AnyEffect):
    """The action of a word, once or so many times."""

    word: Expression = field(metadata=takes(Sort.WORD))
    times: Expression | None = field(default=None, metadata=takes(NUMBER))


@effect(acts=True, foreseen=True, always_offered=True, chance=False, apart=None, opposite=None)
@frozen
class IsNext(AnyEffect):
    """Who has the next turn; it takes effect as that turn begins."""

    player: Expression = field(metadata=takes(PLAYER))


@effect(acts=True, foreseen=False, always_offered=True, chance=False, apart=None, opposite=None)
@frozen
class Reverse(AnyEffect):
    """From now on turns go round the other way, wherever it is not settled who is next."""


@effect(acts=False, foreseen=False, always_offered=True, chance=False, apart=None, opposite=None)
@frozen
class Nothing(AnyEffect):
    pass


# ---- what effects do, by their slots


def motions(effect: AnyEffect) -> Iterator[tuple[Expression, Expression]]:
    """The cards that an effect moves, each with the place to which they go, or the cards whose places they take."""
    for _, slot, cards in filled(effect):
        match slot.use:
            case MovedTo(there) | DrawnTo(there, _) | DealtTo(there) | SwappedWith(there):
                yield cards, getattr(effect, there)
            case LookedAt() | Counted() | Offered() | ShownTo() | AddedTo() | SetTo() | None:
                pass
            case _:
                assert_never(slot.use)


def shown(effect: AnyEffect) -> Iterator[tuple[Expression, Expression]]:
    """The cards that an effect shows, with the players who then have seen them."""
    for _, slot, cards in filled(effect):
        match slot.use:
            case ShownTo(players):
                yield cards, getattr(effect, players)
            case (
                LookedAt() | Counted() | Offered() | MovedTo() | SwappedWith() | DrawnTo() | DealtTo() | AddedTo()
                | SetTo() | None
            ):  # fmt: skip
                pass
            case _:
                assert_never(slot.use)


def drawings(effect: AnyEffect) -> Iterator[tuple[Expression, Expression]]:
    """The zones that an effect draws or deals from, each with how many cards."""
    for _, slot, source in filled(effect):
        match slot.use:
            case DrawnTo(_, amount):
                yield source, getattr(effect, amount)
            case DealtTo():
                yield source, CountCards(source, span=source.span)
            case (
                LookedAt() | Counted() | Offered() | MovedTo() | SwappedWith() | ShownTo() | AddedTo() | SetTo() | None
            ):
                pass
            case _:
                assert_never(slot.use)


@frozen
class Change:
    """A counter or a note that changes: by an amount, `sign` times, or to a value where `sign` is None."""

    target: OnCounter | OnNote
    by: Expression
    sign: Literal[1, -1] | None

    @property
    def name(self) -> str:
        """That of the counter or note."""
        return self.target.counter if isinstance(self.target, OnCounter) else self.target.note


def changes(effect: AnyEffect) -> Iterator[Change]:
    """The counters and notes that an effect changes."""
    for _, slot, target in filled(effect):
        match slot.use:
            case AddedTo(amount, sign):
                yield Change(target, getattr(effect, amount), sign)
            case SetTo(value):
                yield Change(target, getattr(effect, value), None)
            case (
                LookedAt() | Counted() | Offered() | MovedTo() | SwappedWith() | DrawnTo() | DealtTo() | ShownTo()
                | None
            ):  # fmt: skip
                pass
            case _:
                assert_never(slot.use)


# ---- the closed sets

Statement = Do | If | May | Together | ForEach | ForEachWord
Pick = PickOne | PickPair | PickNumber | PickCards
Effect = (
    Choose | ChooseByChance | Move | Insert | Draw | Deal | DealEvenly | Exchange
    | Show | ShowSecretly | Set | Add | Take
    | Perform | IsNext | Reverse | Nothing
)  # fmt: skip

require_slots(get_args(Statement | Pick | Effect))
require_traits(get_args(Pick), "gives")
require_traits(get_args(Effect), "acts", "foreseen", "always_offered", "chance", "apart", "opposite")

OPPOSITES = opposites(get_args(Effect | Expression))
