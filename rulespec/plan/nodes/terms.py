"""Terms: what expressions and conditions are compiled to, with places, words, slots and players by number.

A term is evaluated for the player who is doing something (the subject), for the player whom `own` means, and for `it`,
the member of a set that is being looked at. It is a number, None, or (where it says so) a set: a tuple of numbers.
Cards are numbered as in the material, words within their list, players by seat. What is None is left out of sums and
sets, counts as 0 where a number is reckoned with, and compares with nothing.
"""

from collections.abc import Iterator
from typing import Any, Literal, TypeAlias

from attrs import fields, frozen

Quantifier: TypeAlias = Literal["some", "every", "no"]
Relation: TypeAlias = Literal[">=", "<=", ">", "<"]


@frozen
class Column:
    """What each card, or each player, shows of a list, as the number of a word; None where it shows none."""

    name: str
    words: tuple[int | None, ...]


# ---- where a value comes from


@frozen
class Constant:
    value: int | None


@frozen
class Listed:
    """A fixed set."""

    values: tuple[int, ...]


@frozen
class Slot:
    """What a name stands for; of `many` an empty set while nothing is chosen."""

    slot: int
    many: bool


@frozen
class It:
    """The member of a set that is being looked at."""


@frozen
class Own:
    """The player that `own` means."""


@frozen
class Subject:
    """The player who is doing something."""


@frozen
class Active:
    """The player whose turn it is."""


@frozen
class CardsIn:
    """The cards of the place `first`, or of the place of a player, counted on from there; a set."""

    first: int
    whose: "Term | None"


@frozen
class CardsOfAll:
    """The cards of the places of several players; a set."""

    first: int
    whose: "Term"


@frozen
class Variable:
    """What a counter or note stands at, or that of a player, counted on from `first`."""

    first: int
    whose: "Term | None"


@frozen
class Variables:
    """What the counters or notes of several players stand at, each number once; a set."""

    first: int
    whose: "Term"


@frozen
class Call:
    """A named value; where it is of a player, a card or a word, that is both `own` and `it` in it."""

    function: int
    of: "Term | None"


@frozen
class Switch:
    """The row for the number of `it`."""

    rows: tuple[tuple[int, "Term"], ...]
    otherwise: "Term"


@frozen
class Lookup:
    """What a card or a player shows."""

    column: Column
    of: "Term"


@frozen
class Lookups:
    """What the members of a set show, each word once and in the order of the list; a set."""

    column: Column
    of: "Term"


@frozen
class OwnerOf:
    """The player in whose place a card lies."""

    card: "Term"


@frozen
class Neighbour:
    """The seat some steps to the left of a player."""

    of: "Term"
    steps: int


@frozen
class NextWord:
    """The word after one; None after the last."""

    of: "Term"
    last: int


@frozen
class Earlier:
    """What a term was at another moment; only a law has one, and who looks at it remembers the table of then."""

    of: "Term"


@frozen
class PreviousWord:
    """The word before one; None before the first."""

    of: "Term"


# ---- numbers


@frozen
class Arithmetic:
    """Two numbers made one; `held` if what goes beyond 64 bits has to stop at the bound."""

    operator: Literal["plus", "minus", "times", "smaller", "larger"]
    one: "Term"
    other: "Term"
    held: bool


@frozen
class Count:
    """How many members a set has."""

    set: "Term"


@frozen
class Distinct:
    """How many different words the cards of a set show."""

    column: Column
    set: "Term"


@frozen
class Sum:
    """The sum of a measure over a set; of `players`, each is `own` as well as `it`."""

    set: "Term"
    measure: "Term"
    players: bool
    held: bool


# ---- sets and their members


@frozen
class AllPlayers:
    """Every player, from the active one leftwards; a set."""


@frozen
class OtherPlayers:
    """Every player but the subject, in the same order; a set."""


@frozen
class Single:
    """One thing as a set; none is an empty one."""

    of: "Term"


@frozen
class First:
    set: "Term"


@frozen
class Last:
    set: "Term"


@frozen
class Union:
    """The members of one set, then those of another that are not among them; a set."""

    one: "Term"
    other: "Term"


@frozen
class Without:
    """The members of one set that are not in another; a set."""

    one: "Term"
    other: "Term"


@frozen
class Sieved:
    """A set narrowed by sieves, one after another; of `players`, each is `own` as well as `it`; a set."""

    set: "Term"
    sieves: tuple["Sieve", ...]
    players: bool


Term: TypeAlias = (
    Constant | Listed | Slot | It | Own | Subject | Active | CardsIn | CardsOfAll | Variable | Variables | Call | Switch
    | Lookup | Lookups | OwnerOf | Neighbour | NextWord | PreviousWord | Earlier | Arithmetic | Count | Distinct | Sum
    | AllPlayers | OtherPlayers | Single | First | Last | Union | Without | Sieved
)  # fmt: skip


# ---- sieves


@frozen
class Where:
    """The candidates for which a test holds."""

    test: "Test"


@frozen
class Preferring:
    """Those for which the first test holds that holds for any; all of them if none does."""

    tests: tuple["Test", ...]


@frozen
class Extremes:
    """Those with the most (or fewest) of a measure; among the tied, of the next. Who has none of it comes last."""

    measures: tuple[tuple[bool, Term], ...]


Sieve: TypeAlias = Where | Preferring | Extremes


# ---- tests


@frozen
class AllOf:
    parts: tuple["Test", ...]


@frozen
class AnyOf:
    parts: tuple["Test", ...]


@frozen
class Not:
    part: "Test"


@frozen
class Quantified:
    """Whether some, every or no member of a set passes; of `players`, each is `own` as well as `it`."""

    quantifier: Quantifier
    set: Term
    test: "Test"
    players: bool


@frozen
class IsNone:
    of: Term


@frozen
class Same:
    """Whether two things are one; none is not even the same as none."""

    one: Term
    other: Term


@frozen
class Compare:
    one: Term
    relation: Relation
    other: Term


@frozen
class Within:
    """Whether a thing is a member of a set."""

    one: Term
    set: Term


@frozen
class Empty:
    set: Term


@frozen
class Repeats:
    """Whether two cards of a set show the same word."""

    set: Term
    column: Column


@frozen
class Holds:
    """A named condition; its subject, if it has one, is both `own` and `it` in it. Of nobody it does not hold."""

    function: int
    subject: Term | None


Test: TypeAlias = AllOf | AnyOf | Not | Quantified | IsNone | Same | Compare | Within | Empty | Repeats | Holds


def within(term: Any) -> Iterator[Any]:
    """A term, test or sieve with all that is inside it, outside first; not what named values and conditions say."""
    waiting = [term]
    while waiting:
        term = waiting.pop()
        yield term
        waiting += reversed(parts(term))


def parts(term: Any) -> list[Any]:
    """The terms, tests and sieves directly inside one."""
    found = []
    for each in fields(type(term)):
        value = getattr(term, each.name)
        for part in value if isinstance(value, tuple) else (value,):
            for inner in part if isinstance(part, tuple) else (part,):
                if type(inner).__module__ == __name__ and not isinstance(inner, Column):
                    found.append(inner)
    return found
