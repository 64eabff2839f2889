"""Expressions: what names a number, a word, a player, a card, or a set of them; conditions; and sieves.

Each contains the others, so the three unions stand together at the end. `Expression` holds both what an author writes
and what the pass `resolve` makes of it: an `Unresolved` node is in no resolved tree, a `Meaning` in no written one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import ClassVar, Literal, TypeVar, get_args

from attrs import field, frozen

from rulespec.language.tree.bounds import (
    UNBOUNDED,
    Bounding,
    Bounds,
    either,
    plus,
    quotient,
    remaining,
    signed,
    smaller,
    times,
)
from rulespec.language.tree.division import divided_down, divided_up
from rulespec.language.tree.kinds import CARD, CARDS, GAME, NONE, NUMBER, PLAYER, PLAYERS, SETS, Kind
from rulespec.language.tree.limits import MOST_SETS
from rulespec.language.tree.node import NAMES, Node, each_of
from rulespec.language.tree.slots import (
    COUNTED,
    LOOKED_AT,
    Like,
    Sort,
    UndeclaredError,
    require_free_names,
    require_slots,
    require_traits,
    takes,
)


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
        require_free_names(declared)
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


@frozen
class ThatCard(Unresolved):
    """`that card`: the nearest card that is looked at further out than `it`."""


@frozen
class ThatPlayer(Unresolved):
    """`that player`: the nearest player who is looked at further out than `it`."""


@frozen
class That(Unresolved):
    """`that ware`: the nearest word of a list that is looked at further out than `it`."""

    list: str = field(metadata=NAMES)


@frozen
class ThoseCards(Unresolved):
    """`those cards`: the nearest set of cards that is looked at further out than `it`."""


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
    by: Expression | None = field(default=None, metadata=takes(Sort.ANYTHING, LOOKED_AT))


@frozen
class Its(Unresolved):
    name: str = field(metadata=NAMES)
    by: Expression | None = field(default=None, metadata=takes(Sort.ANYTHING, LOOKED_AT))


@frozen
class Of(Unresolved):
    """What somebody or something has of a noun; `by` a word where there is one for each word of a list, too."""

    noun: Noun
    of: Expression = field(metadata=takes(Sort.ANYTHING, LOOKED_AT))
    by: Expression | None = field(default=None, metadata=takes(Sort.ANYTHING, LOOKED_AT))

    @cached_property
    def end_by(self) -> Own | Its | Of | None:
        """What has the word after `by` with which this ends; kept, as each part of a chain is asked for it."""
        if self.by is not None:
            return self
        end = self.of
        while isinstance(end, Ending):
            end = end.of
        if isinstance(end, Of):
            return end.end_by
        return end if isinstance(end, Own | Its) and end.by is not None else None


Had = Own | Its | Of


@valued(gives=Like("of", "one"), opposite="Last")
@frozen
class First(Valued):
    of: Expression = field(metadata=takes(Sort.SETS, LOOKED_AT))


@valued(gives=Like("of", "one"), opposite="First")
@frozen
class Last(Valued):
    of: Expression = field(metadata=takes(Sort.SETS, LOOKED_AT))


@valued(gives=CARDS, opposite="LastCards")
@frozen
class FirstCards(Valued):
    """So many cards of a set, from the first on; all if it has no more."""

    number: Expression = field(metadata=takes(NUMBER))
    of: Expression = field(metadata=takes(CARDS, LOOKED_AT))


@valued(gives=CARDS, opposite="FirstCards")
@frozen
class LastCards(Valued):
    """So many cards of a set, up to the last, in their order."""

    number: Expression = field(metadata=takes(NUMBER))
    of: Expression = field(metadata=takes(CARDS, LOOKED_AT))


@valued(gives=CARD, opposite=None)
@frozen
class PositionIn(Valued):
    """The card at a place of a set, counted from 1; none if there are fewer."""

    number: Expression = field(metadata=takes(NUMBER))
    of: Expression = field(metadata=takes(CARDS, LOOKED_AT))


@valued(gives=NUMBER, opposite=None)
@frozen
class PositionOf(Valued):
    """The place of a card in its row, or of a word in its list, counted from 1; none where cards have no order."""

    of: Expression = field(metadata=takes(Sort.PLACED, LOOKED_AT))

    @property
    def is_of_card(self) -> bool:
        return kind_of(self.of) == CARD

    def bounds(self, table: Bounding) -> Bounds:
        return 0, table.cards if self.is_of_card else table.members(str(kind_of(self.of).list))


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
    of: Expression = field(metadata=takes(Sort.SETS, LOOKED_AT))


@frozen
class Highest(Unresolved):
    """`highest price in S`: the highest number, or word, that a member of a set has."""

    opposite: ClassVar[str] = "Lowest"
    name: str = field(metadata=NAMES)
    of: Expression = field(metadata=takes(Sort.SETS, LOOKED_AT))


@frozen
class Lowest(Unresolved):
    """`lowest price in S`: the lowest number, or word, that a member of a set has."""

    opposite: ClassVar[str] = "Highest"
    name: str = field(metadata=NAMES)
    of: Expression = field(metadata=takes(Sort.SETS, LOOKED_AT))


@frozen
class TotalOf(Unresolved):
    """`total own made by ware`: the sum of the numbers that there are for several words, or of several players."""

    several: Had = field(metadata=takes(Sort.ANYTHING, LOOKED_AT))


@frozen
class HighestOf(Unresolved):
    """`highest own made by ware`: the highest number, or word, of those that there are for several words."""

    opposite: ClassVar[str] = "LowestOf"
    several: Had = field(metadata=takes(Sort.ANYTHING, LOOKED_AT))


@frozen
class LowestOf(Unresolved):
    """`lowest own made by ware`: the lowest number, or word, of those that there are for several words."""

    opposite: ClassVar[str] = "HighestOf"
    several: Had = field(metadata=takes(Sort.ANYTHING, LOOKED_AT))


@valued(gives=NUMBER, opposite=None)
@frozen
class NumberOf(Valued):
    """`number of S`: how many members a set has."""

    of: Expression = field(metadata=takes(Sort.SETS, COUNTED))

    def bounds(self, table: Bounding) -> Bounds:
        return 0, table.largest if kind_of(self.of) != SETS else MOST_SETS


@valued(gives=PLAYERS, opposite=None)
@frozen
class AllPlayers(Valued):
    """Every player, from the active one leftwards."""


@valued(gives=PLAYERS, opposite=None)
@frozen
class OtherPlayers(Valued):
    """Every player but the one who is doing something."""


@valued(gives=PLAYERS, opposite=None)
@frozen
class PlayersStartingWith(Valued):
    """Every player, from one leftwards; nobody if he is none."""

    of: Expression = field(metadata=takes(PLAYER))


@frozen
class InAnswers(Unresolved):
    """`cards offered`, `players offered`, or the words or numbers of a list: what the answers speak of."""

    name: str = field(metadata=NAMES)


@frozen
class PlayersWho(Unresolved):
    adjective: str = field(metadata=NAMES)
    wanted: bool
    starting: Expression | None = field(default=None, metadata=takes(PLAYER))


@valued(gives=Like("one", "sum"), opposite="Minus")
@frozen
class Plus(Valued):
    """A sum of numbers, or the members of two sets, each once."""

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


@valued(gives=NUMBER, opposite="DividedUp")
@frozen
class DividedDown(Valued):
    """A quotient rounded down, also below 0; by 0 it is 0."""

    one: Expression = field(metadata=takes(NUMBER))
    other: Expression = field(metadata=takes(NUMBER))

    def bounds(self, table: Bounding) -> Bounds:
        return quotient(table.of(self.one), table.of(self.other), divided_down)


@valued(gives=NUMBER, opposite="DividedDown")
@frozen
class DividedUp(Valued):
    """A quotient rounded up."""

    one: Expression = field(metadata=takes(NUMBER))
    other: Expression = field(metadata=takes(NUMBER))

    def bounds(self, table: Bounding) -> Bounds:
        return quotient(table.of(self.one), table.of(self.other), divided_up)


@valued(gives=NUMBER, opposite=None)
@frozen
class Remainder(Valued):
    """What is left by a division rounded down; 0 by 0."""

    one: Expression = field(metadata=takes(NUMBER))
    other: Expression = field(metadata=takes(NUMBER))

    def bounds(self, table: Bounding) -> Bounds:
        return remaining(table.of(self.one), table.of(self.other))


@valued(gives=Like("set", "set"), opposite=None)
@frozen
class Sieved(Valued):
    """A set narrowed by sieves, left to right."""

    set: Expression = field(metadata=takes(Sort.SETS, LOOKED_AT))
    sieves: tuple[Sieve, ...] = field(metadata=each_of("set"))

    def bounds(self, table: Bounding) -> Bounds:
        return table.of(self.set)


@frozen
class Case(Node):
    """What a value is where a condition holds."""

    value: Expression = field(metadata=takes(Sort.ANYTHING, LOOKED_AT))
    condition: Condition = field(metadata=takes(Sort.CONDITION))


@valued(gives=Like("otherwise"), opposite=None)
@frozen
class Cases(Valued):
    """The first of several cases whose condition holds; only a `value` says it, by whose name it is asked for."""

    cases: tuple[Case, ...]
    otherwise: Expression = field(metadata=takes(Sort.ANYTHING, LOOKED_AT))

    @property
    def values(self) -> tuple[Expression, ...]:
        """What it can be."""
        return (*(each.value for each in self.cases), self.otherwise)

    @cached_property
    def kind(self) -> Kind:
        return common_kind(self.values)

    def bounds(self, table: Bounding) -> Bounds:
        return either(table.of(each) for each in self.values)


@valued(gives=SETS, opposite=None)
@frozen
class SetsOf(Valued):
    """`sets of 2 to 4 cards in S`: all sets of so many of some cards, by size, else of any size from 1."""

    low: Expression | None = field(metadata=takes(NUMBER))
    high: Expression | None = field(metadata=takes(NUMBER))
    of: Expression = field(metadata=takes(CARDS, LOOKED_AT))


@frozen
class LeastTotal(Unresolved):
    """`least total worth in S outside sets that are meld`: what is left of S by the best arrangement in such sets."""

    name: str = field(metadata=NAMES)
    of: Expression = field(metadata=takes(CARDS, LOOKED_AT))
    low: Expression | None = field(metadata=takes(NUMBER))
    high: Expression | None = field(metadata=takes(NUMBER))
    adjective: str = field(metadata=NAMES)


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
class Implies(Node):
    """`if C then D`, in a law or a claim: where the first holds, so does the other."""

    one: Condition = field(metadata=takes(Sort.CONDITION))
    other: Condition = field(metadata=takes(Sort.CONDITION))

    @cached_property
    def either(self) -> AnyOf:
        """The same said by `or` and `not`."""
        return AnyOf((Not(self.one, span=self.one.span), self.other), span=self.span)


@frozen
class Member(Node):
    """Whom a quantifier is about: players, cards, sets of cards, words of a list; `among` None for all there are."""

    players: bool
    among: Expression | None = field(metadata=takes(Sort.SETS, LOOKED_AT))
    list: str | None = field(default=None, kw_only=True, metadata=NAMES)


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
    subject: Expression = field(metadata=takes(Sort.SETS, COUNTED))


@frozen
class Repeats(Atomic):
    """`S repeats person`: two cards of S show the same word."""

    of: Expression = field(metadata=takes(CARDS, LOOKED_AT))
    name: str = field(metadata=NAMES | takes(Sort.SHOWN))


@frozen
class EndedBy(Atomic):
    """`round ended by whisper`, in a law or a claim: for which reason a `round`, or the `game`, has ended."""

    of: str
    reason: str = field(metadata=NAMES)


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
class Outer(Meaning):
    """What is looked at further out than `it`, so many steps: `that card`; `said` is the word behind `that`."""

    steps: int
    said: str


@frozen
class OwnPlayer(Meaning):
    """The nearest of: the player being looked at, the member of a block for each, the active player."""


@frozen(kw_only=True)
class Held(Meaning):
    """What there is of a zone, a counter or a note: for some players (`whose`), for some words of a list (`by`)."""

    whose: Expression | None
    by: Expression | None

    @property
    def name(self) -> str:
        """The name of the zone, the counter or the note."""
        raise TypeError(f"{type(self).__name__} does not say its name")

    @property
    def which(self) -> tuple[Expression, ...]:
        """What says which one of several is meant."""
        return tuple(each for each in (self.whose, self.by) if each is not None)

    @property
    def is_one(self) -> bool:
        return not any(kind_of(each).many for each in self.which)


@frozen
class InZone(Held):
    """The cards of a zone, or of the zones of some players, or for some words."""

    zone: str
    whose: Expression | None = field(metadata=takes(PLAYERS))
    by: Expression | None = field(default=None, metadata=takes(Sort.ANYTHING, LOOKED_AT))

    @property
    def name(self) -> str:
        return self.zone


@frozen
class OnCounter(Held):
    counter: str
    whose: Expression | None = field(metadata=takes(PLAYERS))
    by: Expression | None = field(default=None, metadata=takes(Sort.ANYTHING, LOOKED_AT))

    @property
    def name(self) -> str:
        return self.counter


@frozen
class OnNote(Held):
    note: str
    whose: Expression | None = field(metadata=takes(PLAYERS))
    by: Expression | None = field(default=None, metadata=takes(Sort.ANYTHING, LOOKED_AT))

    @property
    def name(self) -> str:
        return self.note


@frozen
class OfValue(Meaning):
    """A named value, for a player, a card, cards or a word where it is declared so, and `by` another."""

    value: str
    of: Expression | None = field(metadata=takes(Sort.ANYTHING, LOOKED_AT))
    by: Expression | None = field(default=None, metadata=takes(Sort.ANYTHING, LOOKED_AT))

    @property
    def key(self) -> str:
        """The key of the value's block."""
        return f"value {self.value}"

    @property
    def which(self) -> tuple[Expression, ...]:
        """What it is asked about."""
        return tuple(each for each in (self.of, self.by) if each is not None)


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

    set: Expression = field(metadata=takes(Sort.SETS, LOOKED_AT))
    measure: Expression = field(metadata=each_of("set") | takes(NUMBER))


@frozen
class EndOver(Meaning):
    """The highest or the lowest of a measure over the members of a set; none where none of them has any."""

    highest: bool
    set: Expression = field(metadata=takes(Sort.SETS, LOOKED_AT))
    measure: Expression = field(metadata=each_of("set") | takes(Sort.RANKED))


Several = OnCounter | OnNote | OfValue


@frozen
class SumOf(Meaning):
    """The sum of what there is of a counter, or of a named value, for several words or of several players."""

    several: Several = field(metadata=takes(Sort.ANYTHING, LOOKED_AT))


@frozen
class EndOf(Meaning):
    """The highest or the lowest of what there is for several words or of several players; none without any."""

    highest: bool
    several: Several = field(metadata=takes(Sort.ANYTHING, LOOKED_AT))


@frozen
class Circumstance(Meaning):
    """What only the moment tells at which a law, or a claim, is looked at: by its name, or the list that it is of."""

    name: str


@frozen
class Outside(Meaning):
    """The least sum of a measure over cards without those of sets of them, no two of which share a card.

    The cards are those that the sets are taken from; the measure sees each as `it`.
    """

    sets: Expression = field(metadata=takes(Sort.SETS, LOOKED_AT))
    measure: Expression = field(metadata=each_of("sets") | takes(NUMBER))

    @property
    def of(self) -> Expression:
        """All these cards."""
        return sets_in(self.sets).of


# ---- the closed sets

AnyHeld = InZone | OnCounter | OnNote
Meant = (
    WordOf
    | Circumstance
    | Listed
    | Chosen
    | Looked
    | Outer
    | OwnPlayer
    | InZone
    | OnCounter
    | OnNote
    | OfValue
    | Shown
    | Beside
    | SumOver
    | EndOver
    | SumOf
    | EndOf
    | Outside
)
Expression = (
    Name
    | It
    | ThatCard
    | ThatPlayer
    | That
    | ThoseCards
    | TheGame
    | Own
    | Its
    | Of
    | Total
    | Highest
    | Lowest
    | TotalOf
    | HighestOf
    | LowestOf
    | PlayersWho
    | InAnswers
    | Number
    | NoneYet
    | SelfPlayer
    | Active
    | First
    | Last
    | FirstCards
    | LastCards
    | PositionIn
    | PositionOf
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
    | PlayersStartingWith
    | Plus
    | Minus
    | Except
    | Times
    | DividedDown
    | DividedUp
    | Remainder
    | Sieved
    | Cases
    | SetsOf
    | LeastTotal
    | Meant
)
Ending = First | Last | FirstCards | LastCards | PositionIn | PositionOf | NextOf | PreviousOf | Earlier | OwnerOf
ByPlace = First | Last | FirstCards | LastCards | PositionIn  # members by their place among others
Condition = AllOf | AnyOf | Not | Implies | Quantified | Is | Compare | Within | Empty | Repeats | EndedBy | Fits
Sieve = Where | Preferring | WithExtremes


def asks_where(node: Node) -> bool:
    """Whether a node asks where a card lies."""
    return isinstance(node, OwnerOf) or (isinstance(node, PositionOf) and node.is_of_card)


def whole_of(node: Node) -> Expression | None:
    """The set of which something is a part; None of what is none."""
    match node:
        case Sieved(whole) | Except(whole) | SetsOf(of=whole):
            return whole
        case First(sets) | Last(sets) if kind_of(sets) == SETS:
            return sets_in(sets).of
        case First(whole) | Last(whole) | FirstCards(_, whole) | LastCards(_, whole) | PositionIn(_, whole):
            return whole
        case _:
            return None


def sets_in(node: Expression) -> SetsOf:
    """The sets of cards that sieves narrow."""
    while isinstance(node, Sieved):
        node = node.set
    assert isinstance(node, SetsOf)
    return node


def common_kind(values: Iterable[Expression]) -> Kind:
    """The kind of cases or rows: a set if one of them is; `none` fits every kind."""
    kinds = [kind for each in values if (kind := kind_of(each)) != NONE]
    return next((kind for kind in kinds if kind.many), next(iter(kinds), NONE))


def kind_of(node: Expression) -> Kind:
    """The kind of a resolved expression."""
    return node.kind


require_slots(get_args(Expression | Condition | Sieve))
require_traits((each for each in get_args(Expression) if issubclass(each, Valued)), "gives", "opposite")
