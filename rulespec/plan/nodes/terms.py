"""Terms: what expressions and conditions are compiled to, with places, words, slots and players by number.

A term is evaluated for the player who is doing something (the subject), for the player whom `own` means, and for `it`,
the member of a set that is being looked at. It is a number, None, or (where it says so) a set: a tuple of numbers.
Cards are numbered as in the material, words within their list, players by seat. What is None is left out of sums and
sets, counts as 0 where a number is reckoned with, and compares with nothing.
"""

from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rulespec.plan.nodes.roles import (
    BY_IT,
    BY_NAMES,
    BY_OWN,
    CALLED,
    COLUMN,
    EITHER,
    FLAG,
    IS_SET,
    MASK,
    NUMBER,
    OF_EACH,
    OWN_TOO,
    PLACE,
    SAID,
    SET,
    SIEVE,
    SLOT,
    TEST,
    VALUE,
    VARIABLE,
    Node,
    Which,
    node,
)  # fmt: skip
from rulespec.tree import expressions as e

Quantifier: TypeAlias = Literal["some", "every", "no"]
Relation: TypeAlias = Literal[">=", "<=", ">", "<"]
Operator: TypeAlias = Literal["plus", "minus", "times", "smaller", "larger"]

Number: TypeAlias = Annotated[int, NUMBER]
Value: TypeAlias = Annotated["Term", VALUE]
Set: TypeAlias = Annotated["Term", SET]
Either: TypeAlias = Annotated["Term", EITHER]
Test: TypeAlias = Annotated["AnyTest", TEST]
Sieve: TypeAlias = Annotated["AnySieve", SIEVE]
OwnToo: TypeAlias = Annotated[bool, OWN_TOO]
TERMS = (VALUE, SET, EITHER, TEST, SIEVE)
Held: TypeAlias = Annotated[bool, SAID]  # the machine in C always stops at the bounds of 64 bits


@node(COLUMN)
@frozen
class Column(Node):
    """What each card, or each player, shows of a list, as the number of a word; None where it shows none."""

    name: Annotated[str, SAID]
    words: tuple[Number | None, ...]


# ---- where a value comes from


@node(VALUE)
@frozen
class Constant(Node):
    value: Number | None


@node(SET)
@frozen
class Listed(Node):
    """A fixed set."""

    values: tuple[Number, ...]


@node(EITHER, varies=BY_NAMES)
@frozen
class Slot(Node):
    """What a name stands for; of `many` an empty set while nothing is chosen."""

    slot: Annotated[int, SLOT]
    many: Annotated[bool, IS_SET]


@node(VALUE, of=(e.Looked,), varies=BY_IT)
@frozen
class It(Node):
    """The member of a set that is being looked at."""


@node(VALUE, of=(e.OwnPlayer,), varies=BY_OWN)
@frozen
class Own(Node):
    """The player that `own` means."""


@node(VALUE, of=(e.SelfPlayer,))
@frozen
class Subject(Node):
    """The player who is doing something."""


@node(VALUE, of=(e.Active,))
@frozen
class Active(Node):
    """The player whose turn it is."""


@node(SET)
@frozen
class CardsIn(Node):
    """The cards of the place `first`, or of the place of a player, counted on from there; a set."""

    first: Annotated[int, PLACE]
    whose: Value | None


@node(SET)
@frozen
class CardsOfAll(Node):
    """The cards of the places of several players; a set."""

    first: Annotated[int, PLACE]
    whose: Set


@node(VALUE)
@frozen
class Variable(Node):
    """What a counter or note stands at, or that of a player, counted on from `first`."""

    first: Annotated[int, VARIABLE]
    whose: Value | None


@node(SET)
@frozen
class Variables(Node):
    """What the counters or notes of several players stand at, each number once; a set."""

    first: Annotated[int, VARIABLE]
    whose: Set


@node(EITHER)
@frozen
class Call(Node):
    """A named value; where it is of a player, a card or a word, that is both `own` and `it` in it."""

    function: Annotated[int, CALLED, EITHER]
    of: Value | None


@node(EITHER, varies=BY_IT)
@frozen
class Switch(Node):
    """The row for the number of `it`."""

    rows: tuple[tuple[Number, Either], ...]
    otherwise: Either


@node(VALUE)
@frozen
class Lookup(Node):
    """What a card or a player shows."""

    column: Annotated[Column, COLUMN]
    of: Value


@node(SET)
@frozen
class Lookups(Node):
    """What the members of a set show, each word once and in the order of the list; a set."""

    column: Annotated[Column, COLUMN]
    of: Set


@node(VALUE, of=(e.OwnerOf,))
@frozen
class OwnerOf(Node):
    """The player in whose place a card lies."""

    of: Value


@node(VALUE)
@frozen
class Neighbour(Node):
    """The seat some steps to the left of a player."""

    of: Value
    steps: Number


@node(VALUE)
@frozen
class NextWord(Node):
    """The word after one; None after the last."""

    of: Value
    last: Number


@node(EITHER, of=(e.Earlier,))
@frozen
class Earlier(Node):
    """What a term was at another moment; only a law has one, and who looks at it remembers the table of then."""

    of: Either


@node(VALUE, of=(e.PreviousOf,))
@frozen
class PreviousWord(Node):
    """The word before one; None before the first."""

    of: Value


# ---- numbers


@node(VALUE)
@frozen
class Arithmetic(Node):
    """Two numbers made one; `held` if what goes beyond 64 bits has to stop at the bound."""

    operator: Annotated[
        Operator,
        Which({"plus": "PLUS", "minus": "MINUS", "times": "TIMES", "smaller": "SMALLER", "larger": "LARGER"}),
    ]
    one: Value
    other: Value
    held: Held


@node(VALUE, of=(e.CountCards, e.NumberOf))
@frozen
class Count(Node):
    """How many members a set has."""

    of: Set


@node(VALUE, of=(e.Different,))
@frozen
class Distinct(Node):
    """How many different words the cards of a set show."""

    name: Annotated[Column, COLUMN]
    of: Set


@node(VALUE)
@frozen
class Sum(Node):
    """The sum of a measure over a set; of `players`, each is `own` as well as `it`."""

    set: Set
    measure: Annotated["Term", OF_EACH, VALUE]
    players: OwnToo
    held: Held


# ---- sets and their members


@node(SET, of=(e.AllPlayers,))
@frozen
class AllPlayers(Node):
    """Every player, from the active one leftwards; a set."""


@node(SET, of=(e.OtherPlayers,))
@frozen
class OtherPlayers(Node):
    """Every player but the subject, in the same order; a set."""


@node(SET)
@frozen
class Single(Node):
    """One thing as a set; none is an empty one."""

    of: Value


@node(VALUE, of=(e.First,))
@frozen
class First(Node):
    of: Set


@node(VALUE, of=(e.Last,))
@frozen
class Last(Node):
    of: Set


@node(SET)
@frozen
class Union(Node):
    """The members of one set, then those of another that are not among them; a set."""

    one: Set
    other: Set


@node(SET, of=(e.Except,))
@frozen
class Without(Node):
    """The members of one set that are not in another; a set."""

    one: Set
    other: Set


@node(SET)
@frozen
class Sieved(Node):
    """A set narrowed by sieves, one after another; of `players`, each is `own` as well as `it`; a set."""

    set: Set
    sieves: tuple[Annotated["AnySieve", OF_EACH, SIEVE], ...]
    players: OwnToo


Term: TypeAlias = (
    Constant | Listed | Slot | It | Own | Subject | Active | CardsIn | CardsOfAll | Variable | Variables | Call | Switch
    | Lookup | Lookups | OwnerOf | Neighbour | NextWord | PreviousWord | Earlier | Arithmetic | Count | Distinct | Sum
    | AllPlayers | OtherPlayers | Single | First | Last | Union | Without | Sieved
)  # fmt: skip


# ---- sieves


@node(SIEVE, of=(e.Where,))
@frozen
class Where(Node):
    """The candidates for which a test holds."""

    condition: Test


@node(SIEVE, of=(e.Preferring,))
@frozen
class Preferring(Node):
    """Those for which the first test holds that holds for any; all of them if none does."""

    conditions: tuple[Test, ...]


@node(SIEVE)
@frozen
class Extremes(Node):
    """Those with the most (or fewest) of a measure; among the tied, of the next. Who has none of it comes last."""

    measures: tuple[tuple[Annotated[bool, FLAG], Value], ...]


AnySieve: TypeAlias = Where | Preferring | Extremes


# ---- tests


@node(TEST, of=(e.AllOf,))
@frozen
class AllOf(Node):
    parts: tuple[Test, ...]


@node(TEST, of=(e.AnyOf,))
@frozen
class AnyOf(Node):
    parts: tuple[Test, ...]


@node(TEST, of=(e.Not,))
@frozen
class Not(Node):
    part: Test


@node(TEST)
@frozen
class Quantified(Node):
    """Whether some, every or no member of a set passes; of `players`, each is `own` as well as `it`."""

    quantifier: Annotated[Quantifier, Which({"some": "SOME", "every": "EVERY", "no": "NONE_OF"})]
    set: Set
    test: Annotated["AnyTest", OF_EACH, TEST]
    players: OwnToo
    seats: tuple[Annotated[int, MASK], ...] | None  # of each player the bits that it depends on, if on all: see `Watch`


@node(TEST)
@frozen
class IsNone(Node):
    of: Value


@node(TEST)
@frozen
class Same(Node):
    """Whether two things are one; none is not even the same as none."""

    one: Value
    other: Value


@node(TEST, of=(e.Compare,))
@frozen
class Compare(Node):
    subject: Value
    relation: Annotated[Relation, Which({">=": "AT_LEAST", "<=": "AT_MOST", ">": "MORE", "<": "LESS"})]
    other: Value


@node(TEST, of=(e.Within,))
@frozen
class Within(Node):
    """Whether a thing is a member of a set."""

    subject: Value
    other: Set


@node(TEST, of=(e.Empty,))
@frozen
class Empty(Node):
    subject: Set


@node(TEST, of=(e.Repeats,))
@frozen
class Repeats(Node):
    """Whether two cards of a set show the same word."""

    of: Set
    name: Annotated[Column, COLUMN]


@node(TEST)
@frozen
class Holds(Node):
    """A named condition; its subject, if it has one, is both `own` and `it` in it. Of nobody it does not hold."""

    function: Annotated[int, CALLED, TEST]
    subject: Value | None


AnyTest: TypeAlias = AllOf | AnyOf | Not | Quantified | IsNone | Same | Compare | Within | Empty | Repeats | Holds
