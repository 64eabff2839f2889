"""Nodes of a choice of several names, or of a set, taken apart: its parts, what is measured, what has to hold."""

from typing import TypeAlias

from attrs import frozen

from rulespec.plan.nodes.terms import Column, Term, Test


@frozen
class Part:
    """One name of a choice; a set has a `low` and a `high`, a number has them in place of a `source`."""

    slot: int
    source: Term | None
    is_card: bool
    low: Term | None = None
    high: Term | None = None
    is_pair: bool = False  # the second of a pair, which comes after the first
    is_free: bool = False  # nothing depends on it

    @property
    def is_set(self) -> bool:
        return self.source is not None and self.low is not None


@frozen
class Depends:
    """On which parts of an answer something depends, and whether on what is measured of its sets."""

    parts: frozenset[int]
    on_sums: bool


@frozen
class Check:
    """A condition on a whole answer."""

    test: Test
    depends: Depends


@frozen
class Checks:
    """What all have to hold."""

    checks: tuple[Check, ...]


@frozen
class Preferred:
    """Of these the first that can hold has to."""

    checks: tuple[Check, ...]


@frozen
class Most:
    """The most (or fewest) of a measure, among the tied of the next."""

    measures: tuple[tuple[bool, Term, Depends], ...]


Step: TypeAlias = Checks | Preferred | Most


@frozen
class Measure:
    """A number that comes of the cards of a set; see `sums.Measured`."""

    of: int
    slot: int  # where it is kept while the checks look at it
    amount: Term | None
    fits: tuple[Test, ...]
    beside: Term | None
    left: bool
    column: Column | None
    repeats: bool
    few: bool


@frozen
class Completion:
    """The choice of several names, or of a set, as one that is asked bit by bit.

    With `tried`, an answer is legal only if what must hold afterwards does. `group` has the words that are counted;
    `depends` says whether what a card counts depends on what else is chosen.
    """

    parts: tuple[Part, ...]
    steps: tuple[Step, ...]
    measured: tuple[Measure, ...]
    tried: bool
    group: Column | None
    depends: bool
