"""Nodes of a choice of several names, or of a set, taken apart: its parts, what is measured, what has to hold."""

from typing import Annotated, TypeAlias

from attrs import field, frozen

from rulespec.plan.nodes import terms as t
from rulespec.plan.nodes.choices import Choice, Flag
from rulespec.plan.nodes.roles import CHECK, CHOICE, COLUMN, COMPLETION, MEASURE, PART, SLOT, STEP, Node, Parts, node

Column: TypeAlias = Annotated[t.Column, COLUMN]


@node(PART)
@frozen
class Part(Node):
    """One name of a choice; a set has a `low` and a `high`, a number has them in place of a `source`."""

    slot: Annotated[int, SLOT]
    source: t.Set | None
    is_card: Flag
    low: t.Value | None = None
    high: t.Value | None = None
    is_pair: Flag = False  # the second of a pair, which comes after the first
    is_free: Flag = False  # nothing depends on it

    @property
    def is_set(self) -> bool:
        return self.source is not None and self.low is not None


WORDS = 64  # of a list that a measure can tell apart: each is a bit of one number
ON_PARTS, ON_SUMS, ON_SETS = range(3)  # on what something depends: on things, on what is measured of sets, on sets


@frozen
class Depends:
    """On what something depends, and on which part of an answer last, -1 if on none."""

    last: t.Number
    on: t.Number


@node(CHECK)
@frozen
class Check(Node):
    """A condition on a whole answer."""

    test: t.Test
    depends: Depends


@node(STEP)
@frozen
class Checks(Node):
    """What all have to hold."""

    checks: tuple[Annotated[Check, CHECK], ...]


@node(STEP)
@frozen
class Preferred(Node):
    """Of these the first that can hold has to."""

    checks: tuple[Annotated[Check, CHECK], ...]


@node(STEP)
@frozen
class Most(Node):
    """The most (or fewest) of a measure, among the tied of the next."""

    measures: tuple[Annotated[tuple[Flag, t.Value, Depends], Parts(("is_most", "measure", "depends"))], ...]


Step: TypeAlias = Checks | Preferred | Most


@node(MEASURE)
@frozen
class Measure(Node):
    """A number that results from the cards of a set; see `sums.Measured`. `column` numbers the words below `WORDS`."""

    of: t.Number
    slot: Annotated[int, SLOT]  # where it is kept while the checks look at it
    amount: t.Value | None
    fits: tuple[t.Test, ...]
    beside: t.Set | None
    left: Flag
    column: Column | None
    repeats: Flag
    most: t.Number


@node(COMPLETION)
@frozen
class Completion(Node):
    """The choice of several names, or of a set, as one that is asked bit by bit.

    With `tried`, an answer is legal only if what must hold afterwards does. `group` has the words that are counted
    first; `depends` says whether what a card counts depends on what else is chosen. If something depends on whole sets,
    `kinds` numbers the cards, with the same number for cards that it cannot tell apart.
    """

    choice: Annotated[Choice, CHOICE] = field(repr=False)
    parts: tuple[Annotated[Part, PART], ...]
    steps: tuple[Annotated[Step, STEP], ...]
    measured: tuple[Annotated[Measure, MEASURE], ...]
    tried: Flag
    group: Column | None
    depends: Flag
    kinds: Column | None

    @property
    def whole(self) -> bool:
        """Whether something depends on whole sets."""
        return self.kinds is not None
