"""Expressions: what names a number, a word, a player, a card, or a set of them; conditions; and sieves.

Each contains the others, so the three unions stand together at the end. `Expression` holds both what an author writes
and what the pass `resolve` makes of it: an `Unresolved` node is in no resolved tree, a `Meaning` in no written one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import ClassVar, Literal, TypeVar, get_args

from attrs import field, frozen

from rulespec.tree.bounds import UNBOUNDED, Bounding, Bounds, plus, signed, smaller, times
from rulespec.tree.kinds import CARD, CARDS, GAME, NONE, NUMBER, PLAYER, PLAYERS, Kind
from rulespec.tree.node import NAMES, Node, each_of
from rulespec.tree.slots import COUNTED, LOOKED_AT, Like, Sort, UndeclaredError, require_slots, require_traits, takes


@frozen(kw_only=True)
class Unresolved(Node):
    """What is only as it is written; the pass `resolve` puts what it means in its place."""

    @property
    def kind(self) -> Kind:
        raise TypeError(f"{self} has no kind before it is resolved")


@frozen(kw_only=True)
class Valued(Node):
    """What says by itself of what kind it is, or of which part it has its kind."""

    gives: ClassVar[Kind | Like]
    opposite: ClassVar[str | None]

    @cached_property
    def kind(self) -> Kind:
        """The kind, once resolved; kept, as whoever goes through a chain asks all of it."""
        gives = self.gives
        return gives.kind(kind_of(getattr(self, gives.part))) if isinstance(gives, Like) else gives

    def bounds(self, table: Bounding) -> Bounds:
        """How small and how large it can be, or each of a set; what gives a number has to say it."""
        return UNBOUNDED


Declared = TypeVar("Declared", bound=Valued)


def valued(*, gives: Kind | Like, opposite: str | None) -> Callable[[type[Declared]], type[Declared]]:
    """Declares of what kind something is, and the class with the same fields that says the reverse, if there is one."""

    def declare(declared: type[Declared]) -> type[Declared]:
        declared.gives, declared.opposite = gives, opposite
        if gives == NUMBER and declared.bounds is Valued.bounds:
            raise UndeclaredError(f"{declared.__name__} gives a number, and does not say its bounds")
        return declared

    return declare


@frozen
class Name(Unresolved):
    """A name as it is written."""

    text: str = field(metadata=NAMES)


@valued(gives=NUMBER, opposite=None)
@frozen
class Number(Valued):
    value: int

    def bounds(self, table: Bounding) -> Bounds:
        return self.value, self.value


@valued(gives=NONE, opposite=None)
@frozen
class NoneYet(Valued):
    """`none`: what a note holds before it is set."""


@frozen
class It(Unresolved):
    """The member of a set that a sieve or a quantifier is looking at."""


@valued(gives=PLAYER, opposite=None)
@frozen
class SelfPlayer(Valued):
    """`self`: the player who is doing something."""


@valued(gives=PLAYER, opposite=None)
@frozen
class Active(Valued):
    """The player whose turn it is."""


@frozen
class TheGame(Unresolved):
    """`game`: the subject of conditions about no player and no card."""

    @property
    def kind(self) -> Kind:
        return GAME


@frozen
class Noun(Node):
    """What a player or a card has: a zone, a counter, a note, a value, an attribute; or `left`, `right`."""

    text: str = field(metadata=NAMES)


@frozen
class Own(Unresolved):
    noun: Noun


@frozen
class Its(Unresolved):
    name: str = field(metadata=NAMES)


@frozen
class Of(Unresolved):
    noun: Noun
    of: Expression = field(metadata=takes(Sort.ANYTHING, LOOKED_AT))


@valued(gives=Like("of", "one"), opposite="Last")
@frozen
class First(Valued):
    of: Expression = field(metadata=takes(Sort.SET, LOOKED_AT))


@valued(gives=Like("of", "one"), opposite="First")
@frozen
class Last(Valued):
    of: Expression = field(metadata=takes(Sort.SET, LOOKED_AT))


@valued(gives=Like("of"), opposite="PreviousOf")
@frozen
class NextOf(Valued):
    """The word that follows one in its list, or none after the last."""

    of: Expression = field(metadata=takes(Sort.WORD))


@valued(gives=Like("of"), opposite=None)
@frozen
class Earlier(Valued):
    """What something was when a law was looked at the time before; at first, as the game began."""

    of: Expression = field(metadata=takes(Sort.ANYTHING, LOOKED_AT))

    def bounds(self, table: Bounding) -> Bounds:
        return table.of(self.of)


@valued(gives=Like("of"), opposite="NextOf")
@frozen
class PreviousOf(Valued):
    """The word before one in its list, or none before the first."""

    of: Expression = field(metadata=takes(Sort.WORD))


@valued(gives=PLAYER, opposite=None)
@frozen
class OwnerOf(Valued):
    """The player in whose zone a card lies."""

    of: Expression = field(metadata=takes(CARD, LOOKED_AT))


@valued(gives=NUMBER, opposite="Larger")
@frozen
class Smaller(Valued):
    one: Expression = field(metadata=takes(NUMBER))
    other: Expression = field(metadata=takes(NUMBER, unlike="one"))

    def bounds(self, table: Bounding) -> Bounds:
        return smaller(table.of(self.one), table.of(self.other))


@valued(gives=NUMBER, opposite="Smaller")
@frozen
class Larger(Valued):
    one: Expression = field(metadata=takes(NUMBER))
    other: Expression = field(metadata=takes(NUMBER, unlike="one"))

    def bounds(self, table: Bounding) -> Bounds:
        negated = smaller(signed(table.of(self.one), -1), signed(table.of(self.other), -1))
        return signed(negated, -1)


@valued(gives=NUMBER, opposite=None)
@frozen
class CountCards(Valued):
    """`cards in S`: how many cards a set has."""

    of: Expression = field(metadata=takes(CARDS, COUNTED))

    def bounds(self, table: Bounding) -> Bounds:
        return 0, table.cards


@valued(gives=NUMBER, opposite=None)
@frozen
class Different(Valued):
    """`different person in S`: how many different words the cards of a set show."""

    name: str = field(metadata=NAMES | takes(Sort.SHOWN))
    of: Expression = field(metadata=takes(CARDS, LOOKED_AT))

    def bounds(self, table: Bounding) -> Bounds:
        return 0, min(table.cards, table.members(self.name))


@frozen
class Total(Unresolved):
    """`total worth in S`: the sum of a number over the members of a set."""

    name: str = field(metadata=NAMES)
    of: Expression = field(metadata=takes(Sort.SET, LOOKED_AT))


@valued(gives=NUMBER, opposite=None)
@frozen
class NumberOf(Valued):
    """`number of S`: how many members a set has."""

    of: Expression = field(metadata=takes(Sort.SET, COUNTED))

    def bounds(self, table: Bounding) -> Bounds:
        return 0, table.largest


@valued(gives=PLAYERS, opposite=None)
@frozen
class AllPlayers(Valued):
    """Every player, from the active one leftwards."""


@valued(gives=PLAYERS, opposite=None)
@frozen
class OtherPlayers(Valued):
    """Every player but the one who is doing something."""


@frozen
class PlayersWho(Unresolved):
    adjective: str = field(metadata=NAMES)
    wanted: bool


@valued(gives=Like("one", "sum"), opposite="Minus")
@frozen
class Plus(Valued):
    one: Expression = field(metadata=takes(Sort.ANYTHING, LOOKED_AT))
    other: Expression = field(metadata=takes(Like("one"), LOOKED_AT))

    def bounds(self, table: Bounding) -> Bounds:
        return plus(table.of(self.one), table.of(self.other))


@valued(gives=NUMBER, opposite="Plus")
@frozen
class Minus(Valued):
    one: Expression = field(metadata=takes(NUMBER))
    other: Expression = field(metadata=takes(NUMBER, unlike="one"))

    def bounds(self, table: Bounding) -> Bounds:
        return plus(table.of(self.one), signed(table.of(self.other), -1))


@valued(gives=Like("one", "set"), opposite=None)
@frozen
class Except(Valued):
    """A set without a member or without another set."""

    one: Expression = field(metadata=takes(Sort.SET, LOOKED_AT))
    other: Expression = field(metadata=takes(Like("one"), LOOKED_AT))

    def bounds(self, table: Bounding) -> Bounds:
        return table.of(self.one)


@valued(gives=NUMBER, opposite=None)
@frozen
class Times(Valued):
    one: Expression = field(metadata=takes(NUMBER))
    other: Expression = field(metadata=takes(NUMBER))

    def bounds(self, table: Bounding) -> Bounds:
        return times(table.of(self.one), table.of(self.other))


@valued(gives=Like("set", "set"), opposite=None)
@frozen
class Sieved(Valued):
    """A set narrowed by sieves, left to right."""

    set: Expression = field(metadata=takes(Sort.SET, LOOKED_AT))
    sieves: tuple[Sieve, ...] = field(metadata=each_of("set"))

    def bounds(self, table: Bounding) -> Bounds:
        return table.of(self.set)


# ---- sieves


@frozen
class Where(Node):
    condition: Condition = field(metadata=takes(Sort.CONDITION))


@frozen
class Preferring(Node):
    """Those for which the first condition holds that holds for any; all of them if none does."""

    conditions: tuple[Condition, ...] = field(metadata=takes(Sort.CONDITION))


@frozen
class Extreme(Node):
    """The most or the fewest of something; `by_height` if the author said `highest` or `lowest`, which is the same."""

    most: bool
    measure: Expression = field(metadata=takes(Sort.RANKED))
    by_height: bool = field(default=False, kw_only=True, eq=False)


@frozen
class WithExtremes(Node):
    """Those with the most or the fewest of something; among the tied, of the next thing."""

    extremes: tuple[Extreme, ...]


# ---- conditions


Quantifier = Literal["some", "no", "every"]
Relation = Literal[">=", "<=", ">", "<"]


@frozen
class AllOf(Node):
    parts: tuple[Condition, ...] = field(metadata=takes(Sort.CONDITION))


@frozen
class AnyOf(Node):
    parts: tuple[Condition, ...] = field(metadata=takes(Sort.CONDITION))


@frozen
class Not(Node):
    part: Condition = field(metadata=takes(Sort.CONDITION))


@frozen
class Member(Node):
    """Whom a quantifier is about: players or cards, `among` None for all players."""

    players: bool
    among: Expression | None = field(metadata=takes(Sort.SET, LOOKED_AT))


@frozen
class Quantified(Node):
    """`some player where C`, `no card in S where C`, `every ...`."""

    quantifier: Quantifier
    member: Member
    condition: Condition = field(metadata=each_of("member") | takes(Sort.CONDITION))


@frozen(kw_only=True)
class Atomic(Node):
    """A condition that is made of no other conditions."""


@frozen
class Is(Atomic):
    """`A is B`: the same, or, where B is an adjective, that it fits."""

    subject: Expression = field(metadata=takes(Sort.ANYTHING, LOOKED_AT))
    other: Expression = field(metadata=takes(Sort.ANYTHING, LOOKED_AT, unlike="subject"))


@frozen
class Compare(Atomic):
    """A comparison of numbers or of words of one list."""

    subject: Expression = field(metadata=takes(Sort.RANKED))
    relation: Relation
    other: Expression = field(metadata=takes(Sort.RANKED, unlike="subject"))


@frozen
class Within(Atomic):
    """`A is in S`."""

    subject: Expression = field(metadata=takes(Sort.ANYTHING, LOOKED_AT))
    other: Expression = field(metadata=takes(Sort.SET, LOOKED_AT, unlike="subject"))


@frozen
class Empty(Atomic):
    subject: Expression = field(metadata=takes(Sort.SET, COUNTED))


@frozen
class Repeats(Atomic):
    """`S repeats person`: two cards of S show the same word."""

    of: Expression = field(metadata=takes(CARDS, LOOKED_AT))
    name: str = field(metadata=NAMES | takes(Sort.SHOWN))


@frozen
class Fits(Atomic):
    """A named condition on a player, on a card, or (None) on the game."""

    call: str
    subject: Expression | None = field(metadata=takes(Sort.ANYTHING, LOOKED_AT))

    @property
    def key(self) -> str:
        """The key of the condition's block."""
        return f"call {self.call}"


# ---- what names mean


@frozen(kw_only=True)
class Meaning(Node):
    """What a name means: what `resolve` puts in the place of an unresolved node."""

    kind: Kind = field(repr=False)


@frozen
class WordOf(Meaning):
    """A word of a list."""

    word: str


@frozen
class Listed(Meaning):
    """All words, or numbers, of a list."""

    list: str


@frozen
class Chosen(Meaning):
    """What somebody chose, by the name the choice gave it."""

    name: str


@frozen
class Looked(Meaning):
    """The member of a set that is being looked at: `it`."""


@frozen
class OwnPlayer(Meaning):
    """The nearest of: the player being looked at, the member of a block for each, the active player."""


@frozen
class InZone(Meaning):
    """The cards of a zone, or of the zones of some players."""

    zone: str
    whose: Expression | None = field(metadata=takes(PLAYERS))


@frozen
class OnCounter(Meaning):
    counter: str
    whose: Expression | None = field(metadata=takes(PLAYERS))


@frozen
class OnNote(Meaning):
    note: str
    whose: Expression | None = field(metadata=takes(PLAYERS))


@frozen
class OfValue(Meaning):
    """A named value, for a player, a card or a word where it is declared so."""

    value: str
    of: Expression | None = field(metadata=takes(Sort.ANYTHING, LOOKED_AT))

    @property
    def key(self) -> str:
        """The key of the value's block."""
        return f"value {self.value}"


@frozen
class Shown(Meaning):
    """The word or number that a card or a player shows."""

    attribute: str
    of: Expression = field(metadata=takes(Sort.ANYTHING, LOOKED_AT))


@frozen
class Beside(Meaning):
    """The player on the left or on the right of one."""

    left: bool
    of: Expression = field(metadata=takes(PLAYER))


@frozen
class SumOver(Meaning):
    """The sum of a measure over the members of a set; the measure sees each as `it`."""

    set: Expression = field(metadata=takes(Sort.SET, LOOKED_AT))
    measure: Expression = field(metadata=each_of("set") | takes(NUMBER))


# ---- the closed sets

Meant = WordOf | Listed | Chosen | Looked | OwnPlayer | InZone | OnCounter | OnNote | OfValue | Shown | Beside | SumOver
Expression = (
    Name
    | It
    | TheGame
    | Own
    | Its
    | Of
    | Total
    | PlayersWho
    | Number
    | NoneYet
    | SelfPlayer
    | Active
    | First
    | Last
    | NextOf
    | PreviousOf
    | Earlier
    | OwnerOf
    | Smaller
    | Larger
    | CountCards
    | Different
    | NumberOf
    | AllPlayers
    | OtherPlayers
    | Plus
    | Minus
    | Except
    | Times
    | Sieved
    | Meant
)
Condition = AllOf | AnyOf | Not | Quantified | Is | Compare | Within | Empty | Repeats | Fits
Sieve = Where | Preferring | WithExtremes


def kind_of(node: Expression) -> Kind:
    """The kind of a resolved expression."""
    return node.kind


require_slots(get_args(Expression | Condition | Sieve))
require_traits((each for each in get_args(Expression) if issubclass(each, Valued)), "gives", "opposite")
