"""Terms: what expressions and conditions are compiled to, with places, words, slots and players by number.

A term is evaluated for the player who is doing something (the subject), for the player whom `own` means, and for `it`,
the member of a set that is being looked at. It is a number, None, or (where it says so) a set: a tuple of numbers.
Cards are numbered as in the material, words within their list, players by seat. What is None is left out of sums and
sets, counts as 0 where a number is reckoned with, and compares with nothing.
"""

from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rulespec.language.tree import expressions as e
from rulespec.plan.nodes.roles import (
    BY_GIVEN,
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
    REGISTER,
    SAID,
    SET,
    SIEVE,
    SLOT,
    TEST,
    VALUE,
    VARIABLE,
    Node,
    Parts,
    Which,
    node,
)  # fmt: skip

Quantifier: TypeAlias = Literal["some", "every", "no"]
Relation: TypeAlias = Literal[">=", "<=", ">", "<"]
Operator: TypeAlias = Literal["plus", "minus", "times", "divided down", "divided up", "remainder", "smaller", "larger"]

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


@node(EITHER)
@frozen
class Circumstance(Node):
    """What only the moment tells at which a law is looked at, by its number; if not `many`, the only member of it."""

    number: Number
    many: Annotated[bool, IS_SET]


@node(VALUE, varies=BY_IT)
@frozen
class It(Node):
    """The member of a set that is being looked at."""


@node(EITHER, varies=BY_GIVEN)
@frozen
class Given(Node):
    """What is kept in a register; a set if `many`."""

    register: Annotated[int, REGISTER]
    many: Annotated[bool, IS_SET]


@node(EITHER)
@frozen
class With(Node):
    """A term while a register keeps one thing, or if `one` is None a set; where the thing is none, it is nothing."""

    register: Annotated[int, REGISTER]
    one: Value | None
    several: Set | None
    inner: Either


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


@node(VALUE)
@frozen
class Cell(Node):
    """Which of several shares, counted from 0, is that of a player and of a word, or of a word alone; words come last.

    None where one of both is none, or a number is not in the list.
    """

    whose: Value | None
    by: Value
    words: tuple[Number, ...]


@node(SET)
@frozen
class Cells(Node):
    """The same for all of several players and words; a set."""

    whose: Set | None
    by: Set
    words: tuple[Number, ...]


@node(SET)
@frozen
class CardsIn(Node):
    """The cards of the place `first`, or of one that is counted on from there: of a player, or a cell; a set."""

    first: Annotated[int, PLACE]
    whose: Value | None


@node(SET)
@frozen
class CardsOfAll(Node):
    """The cards of the places of several players, or in several cells; a set."""

    first: Annotated[int, PLACE]
    whose: Set


@node(VALUE)
@frozen
class Variable(Node):
    """What a counter or note stands at, or one that is counted on from `first`: of a player, or a cell."""

    first: Annotated[int, VARIABLE]
    whose: Value | None


@node(SET)
@frozen
class Variables(Node):
    """What the counters or notes of several players, or in several cells, stand at, each number once; a set."""

    first: Annotated[int, VARIABLE]
    whose: Set


@node(EITHER)
@frozen
class Call(Node):
    """A named value; where it is of a player, a card or a word, that is both `own` and `it` in it."""

    function: Annotated[int, CALLED, EITHER]
    of: Value | None


@node(EITHER)
@frozen
class Remembered(Node):
    """A named value that is worked out once, or once for each of some things, see `Memo`; or for each key, see `Key`.

    By keys, `first` is the number of the value among those, and `things` is -1.
    """

    first: Number
    things: Number
    inner: Either
    key: tuple[Annotated[tuple[Number, Number], Parts(("by", "of"))], ...]


@node(EITHER, varies=BY_IT)
@frozen
class Switch(Node):
    """The row for the number of `it`."""

    rows: tuple[Annotated[tuple[Number, Either], Parts(("number", "value"))], ...]
    otherwise: Either


@node(EITHER)
@frozen
class Cases(Node):
    """The first of several whose test holds."""

    cases: tuple[Annotated[tuple[Test, Either], Parts(("test", "value"))], ...]
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
        Which(
            {
                "plus": "PLUS",
                "minus": "MINUS",
                "times": "TIMES",
                "divided down": "DIVIDED_DOWN",
                "divided up": "DIVIDED_UP",
                "remainder": "REMAINDER",
                "smaller": "SMALLER",
                "larger": "LARGER",
            }
        ),
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


@node(VALUE)
@frozen
class End(Node):
    """The most or the least of a measure over a set, none if no member has any; of `players`, each is `own` as well."""

    end: Annotated[Literal["highest", "lowest"], Which({"highest": "HIGHEST", "lowest": "LOWEST"})]
    set: Set
    measure: Annotated["Term", OF_EACH, VALUE]
    players: OwnToo


# ---- sets and their members


@node(SET, of=(e.AllPlayers,))
@frozen
class AllPlayers(Node):
    """Every player, from the active one leftwards; a set."""


@node(SET, of=(e.OtherPlayers,))
@frozen
class OtherPlayers(Node):
    """Every player but the subject, in the same order; a set."""


@node(SET, of=(e.PlayersStartingWith,))
@frozen
class PlayersFrom(Node):
    """Every player, from one leftwards; a set."""

    of: Value


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


@node(SET, of=(e.FirstCards,))
@frozen
class FirstCards(Node):
    """So many members of a set, from the first on; a set."""

    number: Value
    of: Set


@node(SET, of=(e.LastCards,))
@frozen
class LastCards(Node):
    """So many members of a set, up to the last; a set."""

    number: Value
    of: Set


@node(VALUE, of=(e.PositionIn,))
@frozen
class PositionIn(Node):
    """The member at a place of a set, counted from 1."""

    number: Value
    of: Set


@node(VALUE)
@frozen
class PositionOf(Node):
    """The place of a card in its row, counted from 1."""

    of: Value


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


@node(SET)
@frozen
class Subsets(Node):
    """All sets of so many of some cards, smaller ones first, each as the bits of the places of its cards; a set."""

    source: Set
    low: Value | None
    high: Value | None


@node(SET)
@frozen
class Members(Node):
    """The cards of a set, by the bits of their places among some cards; a set."""

    source: Set
    bits: Value


@node(VALUE)
@frozen
class Outside(Node):
    """The least sum of a measure over some cards without those of sets, no two of which share a card."""

    source: Set
    measure: Annotated["Term", OF_EACH, VALUE]
    sets: Set  # as bits


Term: TypeAlias = (
    Constant | Listed | Slot | It | Given | With | Own | Subject | Active | Cell | Cells | CardsIn | CardsOfAll
    | Variable | Variables | Call | Switch | Cases | Lookup | Lookups | OwnerOf | Neighbour | NextWord | PreviousWord
    | Earlier | Arithmetic | Count | Distinct | Sum | End | AllPlayers | OtherPlayers | PlayersFrom | Single | First
    | Last | FirstCards | LastCards | PositionIn | PositionOf | Union | Without | Sieved | Circumstance
    | Subsets | Members | Outside
)  # fmt: skip


def reach(whose: Term | None, players: int) -> int:
    """How many shares may be meant by what is counted on from the first one."""
    match whose:
        case None:
            return 1
        case Cell(of, _, words) | Cells(of, _, words):
            return len(words) if of is None else len(words) * players
        case _:
            return players


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

    measures: tuple[Annotated[tuple[Annotated[bool, FLAG], Value], Parts(("is_most", "measure"))], ...]


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


@node(TEST)
@frozen
class WithTest(Node):
    """A test while a register keeps one thing, or if `one` is None a set; where the thing is none, it does not hold."""

    register: Annotated[int, REGISTER]
    one: Value | None
    several: Set | None
    inner: Test


@node(TEST)
@frozen
class RememberedTest(Node):
    """A named condition that is worked out once; see `Remembered`."""

    first: Number
    things: Number
    inner: Test
    key: tuple[Annotated[tuple[Number, Number], Parts(("by", "of"))], ...]


AnyTest: TypeAlias = (
    AllOf | AnyOf | Not | Quantified | IsNone | Same | Compare | Within | Empty | Repeats | Holds | WithTest
)  # fmt: skip
