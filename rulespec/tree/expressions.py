"""Expressions: what names a number, a word, a player, a card, or a set of them."""

from attrs import field, frozen

from rulespec.tree.node import NAMES, Node


@frozen(kw_only=True)
class Expression(Node):
    """Anything that has a value."""


@frozen(kw_only=True)
class Condition(Node):
    """Anything that holds or does not."""


@frozen(kw_only=True)
class Sieve(Node):
    """A part of a set's description that narrows it."""


@frozen
class Name(Expression):
    """A name as it is written; the pass `resolve` puts what it means in its place."""

    text: str = field(metadata=NAMES)


@frozen
class Number(Expression):
    value: int


@frozen
class NoneYet(Expression):
    """`none`: what a note holds before it is set."""


@frozen
class It(Expression):
    """The member of a set that a sieve or a quantifier is looking at."""


@frozen
class SelfPlayer(Expression):
    """`self`: the player who is doing something."""


@frozen
class Active(Expression):
    """The player whose turn it is."""


@frozen
class TheGame(Expression):
    """`game`: the subject of conditions about no player and no card."""


@frozen
class Noun(Node):
    """What a player or a card has: a zone, a counter, a note, a value, an attribute; or `left`, `right`."""

    text: str = field(metadata=NAMES)


@frozen
class Own(Expression):
    noun: Noun


@frozen
class Its(Expression):
    name: str = field(metadata=NAMES)


@frozen
class Of(Expression):
    noun: Noun
    of: Expression


@frozen
class First(Expression):
    of: Expression


@frozen
class Last(Expression):
    of: Expression


@frozen
class NextOf(Expression):
    """The word that follows one in its list, or none after the last."""

    of: Expression


@frozen
class OwnerOf(Expression):
    """The player in whose zone a card lies."""

    of: Expression


@frozen
class Smaller(Expression):
    one: Expression
    other: Expression


@frozen
class Larger(Expression):
    one: Expression
    other: Expression


@frozen
class CountCards(Expression):
    """`cards in S`: how many cards a set has."""

    of: Expression


@frozen
class Different(Expression):
    """`different person in S`: how many different words the cards of a set show."""

    name: str = field(metadata=NAMES)
    of: Expression


@frozen
class Total(Expression):
    """`total worth in S`: the sum of a number over the members of a set."""

    name: str = field(metadata=NAMES)
    of: Expression


@frozen
class NumberOf(Expression):
    """`number of S`: how many members a set has."""

    of: Expression


@frozen
class AllPlayers(Expression):
    """Every player, from the active one leftwards."""


@frozen
class OtherPlayers(Expression):
    """Every player but the one who is doing something."""


@frozen
class PlayersWho(Expression):
    adjective: str = field(metadata=NAMES)
    wanted: bool


@frozen
class Plus(Expression):
    one: Expression
    other: Expression


@frozen
class Minus(Expression):
    one: Expression
    other: Expression


@frozen
class Except(Expression):
    """A set without a member or without another set."""

    one: Expression
    other: Expression


@frozen
class Times(Expression):
    one: Expression
    other: Expression


@frozen
class Sieved(Expression):
    """A set narrowed by sieves, left to right."""

    set: Expression
    sieves: tuple[Sieve, ...]


# ---- sieves


@frozen
class Where(Sieve):
    condition: Condition


@frozen
class Preferring(Sieve):
    """Those for which the first condition holds that holds for any; all of them if none does."""

    conditions: tuple[Condition, ...]


@frozen
class Extreme(Node):
    """The most or the fewest of something; `by_height` if the author said `highest` or `lowest`, which is the same."""

    most: bool
    measure: Expression
    by_height: bool = field(default=False, kw_only=True, eq=False)


@frozen
class WithExtremes(Sieve):
    """Those with the most or the fewest of something; among the tied, of the next thing."""

    extremes: tuple[Extreme, ...]


# ---- conditions


@frozen
class AllOf(Condition):
    parts: tuple[Condition, ...]


@frozen
class AnyOf(Condition):
    parts: tuple[Condition, ...]


@frozen
class Not(Condition):
    part: Condition


@frozen
class Member(Node):
    """Whom a quantifier is about: players or cards, `among` None for all players."""

    players: bool
    among: Expression | None


@frozen
class Quantified(Condition):
    """`some player where C`, `no card in S where C`, `every ...`; `quantifier` is that first word."""

    quantifier: str
    member: Member
    condition: Condition


@frozen
class Is(Condition):
    """`A is B`: the same, or, where B is an adjective, that it fits."""

    subject: Expression
    other: Expression


@frozen
class Compare(Condition):
    """A comparison of numbers or of words of one list; `relation` is one of >=, <=, >, <."""

    subject: Expression
    relation: str
    other: Expression


@frozen
class Within(Condition):
    """`A is in S`."""

    subject: Expression
    other: Expression


@frozen
class Empty(Condition):
    subject: Expression


@frozen
class Repeats(Condition):
    """`S repeats person`: two cards of S show the same word."""

    of: Expression
    name: str = field(metadata=NAMES)
