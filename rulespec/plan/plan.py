"""A plan: all that a ruleset for a number of players does, as instructions and terms."""

from collections.abc import Mapping

from attrs import field, frozen

from rulespec.language.printer import Sayable, rule_text
from rulespec.language.tree import declarations as d
from rulespec.language.tree import statements as s
from rulespec.language.tree.node import Citations
from rulespec.language.tree.source import Span
from rulespec.plan.nodes.instructions import Instruction, Watch
from rulespec.plan.nodes.roles import EITHER, IS_SET, SET, Node, leaves
from rulespec.plan.nodes.terms import Call, Term, Test

EVERYTHING = -1  # all bits of what can have changed


@frozen
class Origin:
    """Where an event comes from: a block, its citations (with the statement's), and what the statement says.

    `brief` is what it does without the conditions of it, for those who are told that somebody did it or did not.
    """

    block: str
    cites: Citations
    text: str
    brief: str
    span: Span = field(eq=False, repr=False)

    @property
    def rule(self) -> str:
        """Its block with its citations, as a message names a rule."""
        return rule_text(self.block, self.cites)


@frozen(eq=False)
class Branching:
    """Where an instruction decides how a block goes on: the statement it belongs to, and which part of that decides."""

    statement: s.Statement | s.Effect
    part: Sayable
    key: str  # of the block
    cites: Citations

    @property
    def openly(self) -> bool:
        """Whether the rules say that it may tell."""
        return "openly" in getattr(self.statement, "adverbs", ())


@frozen
class Law:
    """What must hold at a moment: whoever wants to know looks at it, play never does.

    Whether it compares with the time before says that the table of then has to be remembered; `asks` are the numbers of
    the circumstances that have to be found out for it.
    """

    moment: d.Moment
    test: Test
    compares: bool
    asks: tuple[int, ...]


@frozen
class LastSeenPlace:
    """A place that is a row whose last card everybody sees, and the origin of the event that tells it."""

    place: int
    origin: int


@frozen
class Table:
    """What lies on the table, in numbers: of each place whether it is a row, whether all see it and whose it is, then
    the rows whose last card all see, and how much else there is.
    """

    players: int
    cards: int
    rows: tuple[bool, ...]
    seen: tuple[bool, ...]
    owners: tuple[int | None, ...]
    lasts: tuple[LastSeenPlace, ...]
    variables: int


@frozen(eq=False)
class Plan:
    """Instructions with their entries: `start` of a game, `turn` of each turn, `over` and `limit` where it ends.

    What runs games is made of this alone. Play never reads `laws` and what follows: that is there to see whether the
    laws hold, and to tell people about the plan.
    """

    table: Table
    code: tuple[Instruction, ...]
    values: tuple[Term, ...]  # what the named values say
    conditions: tuple[Test, ...]  # what the named conditions say
    watches: tuple[Watch, ...]
    slots: int
    start: int
    turn: int
    over: int
    limit: int
    winners: Term | None
    returns: Term | None
    score: Term | None
    laws: tuple[Law, ...]
    turn_ended: int  # where laws of the end of a turn are looked at
    round_ended: int  # the same for a round; before the first turn it only begins there
    origins: tuple[Origin, ...] = field(repr=False)
    heard_as: Mapping[int, int] = field(repr=False)  # the statement that players hear of, where it is another one
    branches: Mapping[int, Branching] = field(repr=False)
    names: Mapping[str, Mapping[str, int]] = field(repr=False)  # the slot of each name, for each block
    blocks: Mapping[str, tuple[int, ...]] = field(repr=False)  # the places of the instructions of each block
    named_values: tuple[str, ...] = field(repr=False)  # the blocks of `values`
    named_conditions: tuple[str, ...] = field(repr=False)  # the blocks of `conditions`
    named_laws: tuple[str, ...] = field(repr=False)  # the blocks of `laws`

    def is_set(self, term: Node, found: dict[int, bool]) -> bool:
        """Whether a term is a set, not one thing; `found` keeps it of those that can be either, by their ids."""
        if type(term).sort is not EITHER:
            return type(term).sort is SET
        if id(term) not in found:
            inner: Node | bool = next(has for roles, has in leaves(term) if IS_SET in roles or EITHER in roles)
            inner = self.values[term.function] if isinstance(term, Call) else inner
            found[id(term)] = inner if isinstance(inner, bool) else self.is_set(inner, found)
        return found[id(term)]
