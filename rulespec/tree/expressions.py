"""Expressions: what names a number, a word, a player, a card, or a set of them; conditions; and sieves.

Each contains the others, so the three unions stand together at the end. `Expression` holds both what an author writes
and what the pass `resolve` makes of it: an `Unresolved` node is in no resolved tree, a `Meaning` in no written one.
"""

from __future__ import annotations

from functools import cached_property
from typing import assert_never

from attrs import field, frozen

from rulespec.tree.kinds import GAME, NONE, NUMBER, PLAYER, PLAYERS, Kind
from rulespec.tree.node import NAMES, Node, each_of


@frozen(kw_only=True)
class Unresolved(Node):
    """What is only as it is written; the pass `resolve` puts what it means in its place."""


@frozen(kw_only=True)
class Derived(Node):
    """What has its kind from a part of it, once resolved; kept, as whoever goes through a chain asks all of it."""

    @cached_property
    def kind(self) -> Kind:
        match self:
            case First(of) | Last(of):
                return kind_of(of).one
            case NextOf(of) | PreviousOf(of) | Earlier(of):
                return kind_of(of)
            case Plus(one, _) | Minus(one, _) | Times(one, _):
                kind = kind_of(one)
                return NUMBER if kind.name == "number" else kind.set
            case Except(one, _) | Sieved(one, _):
                return kind_of(one).set
            case _:
                raise TypeError(f"{self} does not say of which part it has its kind")


@frozen
class Name(Unresolved):
    """A name as it is written."""

    text: str = field(metadata=NAMES)


@frozen
class Number(Node):
    value: int


@frozen
class NoneYet(Node):
    """`none`: what a note holds before it is set."""


@frozen
class It(Unresolved):
    """The member of a set that a sieve or a quantifier is looking at."""


@frozen
class SelfPlayer(Node):
    """`self`: the player who is doing something."""


@frozen
class Active(Node):
    """The player whose turn it is."""


@frozen
class TheGame(Unresolved):
    """`game`: the subject of conditions about no player and no card."""


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
    of: Expression


@frozen
class First(Derived):
    of: Expression


@frozen
class Last(Derived):
    of: Expression


@frozen
class NextOf(Derived):
    """The word that follows one in its list, or none after the last."""

    of: Expression


@frozen
class Earlier(Derived):
    """What something was when a law was looked at the time before; at first, as the game began."""

    of: Expression


@frozen
class PreviousOf(Derived):
    """The word before one in its list, or none before the first."""

    of: Expression


@frozen
class OwnerOf(Node):
    """The player in whose zone a card lies."""

    of: Expression


@frozen
class Smaller(Node):
    one: Expression
    other: Expression


@frozen
class Larger(Node):
    one: Expression
    other: Expression


@frozen
class CountCards(Node):
    """`cards in S`: how many cards a set has."""

    of: Expression


@frozen
class Different(Node):
    """`different person in S`: how many different words the cards of a set show."""

    name: str = field(metadata=NAMES)
    of: Expression


@frozen
class Total(Unresolved):
    """`total worth in S`: the sum of a number over the members of a set."""

    name: str = field(metadata=NAMES)
    of: Expression


@frozen
class NumberOf(Node):
    """`number of S`: how many members a set has."""

    of: Expression


@frozen
class AllPlayers(Node):
    """Every player, from the active one leftwards."""


@frozen
class OtherPlayers(Node):
    """Every player but the one who is doing something."""


@frozen
class PlayersWho(Unresolved):
    adjective: str = field(metadata=NAMES)
    wanted: bool


@frozen
class Plus(Derived):
    one: Expression
    other: Expression


@frozen
class Minus(Derived):
    one: Expression
    other: Expression


@frozen
class Except(Derived):
    """A set without a member or without another set."""

    one: Expression
    other: Expression


@frozen
class Times(Derived):
    one: Expression
    other: Expression


@frozen
class Sieved(Derived):
    """A set narrowed by sieves, left to right."""

    set: Expression
    sieves: tuple[Sieve, ...] = field(metadata=each_of("set"))


# ---- sieves


@frozen
class Where(Node):
    condition: Condition


@frozen
class Preferring(Node):
    """Those for which the first condition holds that holds for any; all of them if none does."""

    conditions: tuple[Condition, ...]


@frozen
class Extreme(Node):
    """The most or the fewest of something; `by_height` if the author said `highest` or `lowest`, which is the same."""

    most: bool
    measure: Expression
    by_height: bool = field(default=False, kw_only=True, eq=False)


@frozen
class WithExtremes(Node):
    """Those with the most or the fewest of something; among the tied, of the next thing."""

    extremes: tuple[Extreme, ...]


# ---- conditions


@frozen
class AllOf(Node):
    parts: tuple[Condition, ...]


@frozen
class AnyOf(Node):
    parts: tuple[Condition, ...]


@frozen
class Not(Node):
    part: Condition


@frozen
class Member(Node):
    """Whom a quantifier is about: players or cards, `among` None for all players."""

    players: bool
    among: Expression | None


@frozen
class Quantified(Node):
    """`some player where C`, `no card in S where C`, `every ...`; `quantifier` is that first word."""

    quantifier: str
    member: Member
    condition: Condition = field(metadata=each_of("member"))


@frozen
class Is(Node):
    """`A is B`: the same, or, where B is an adjective, that it fits."""

    subject: Expression
    other: Expression


@frozen
class Compare(Node):
    """A comparison of numbers or of words of one list; `relation` is one of >=, <=, >, <."""

    subject: Expression
    relation: str
    other: Expression


@frozen
class Within(Node):
    """`A is in S`."""

    subject: Expression
    other: Expression


@frozen
class Empty(Node):
    subject: Expression


@frozen
class Repeats(Node):
    """`S repeats person`: two cards of S show the same word."""

    of: Expression
    name: str = field(metadata=NAMES)


@frozen
class Fits(Node):
    """A named condition on a player, on a card, or (None) on the game."""

    call: str
    subject: Expression | None

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
    whose: Expression | None


@frozen
class OnCounter(Meaning):
    counter: str
    whose: Expression | None


@frozen
class OnNote(Meaning):
    note: str
    whose: Expression | None


@frozen
class OfValue(Meaning):
    """A named value, for a player, a card or a word where it is declared so."""

    value: str
    of: Expression | None

    @property
    def key(self) -> str:
        """The key of the value's block."""
        return f"value {self.value}"


@frozen
class Shown(Meaning):
    """The word or number that a card or a player shows."""

    attribute: str
    of: Expression


@frozen
class Beside(Meaning):
    """The player on the left or on the right of one."""

    left: bool
    of: Expression


@frozen
class SumOver(Meaning):
    """The sum of a measure over the members of a set; the measure sees each as `it`."""

    set: Expression
    measure: Expression = field(metadata=each_of("set"))


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
    match node:
        case Meaning() | Derived():
            return node.kind
        case Number() | Smaller() | Larger() | CountCards() | Different() | NumberOf():
            return NUMBER
        case NoneYet():
            return NONE
        case TheGame():
            return GAME
        case Active() | SelfPlayer() | OwnerOf():
            return PLAYER
        case AllPlayers() | OtherPlayers():
            return PLAYERS
        case Unresolved():
            raise TypeError(f"{node} has no kind before it is resolved")
        case _:
            assert_never(node)
