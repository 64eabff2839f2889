"""A ruleset as one program: a list of operations, each of which says where to go on.

The place in the program, and a stack of plain values for what is still to be done, are all that a state has to keep.
"""

from collections.abc import Callable

from attrs import define, field, frozen

from rulespec.pending import Option
from rulespec.plan.material import Material
from rulespec.plan.stepwise.ways import Ways
from rulespec.run.choices import Choice
from rulespec.run.expressions import Value
from rulespec.run.machine import STOP, Machine, Operation, Raw
from rulespec.run.options import Site
from rulespec.run.stepwise.bits import Bit
from rulespec.tree import statements as s
from rulespec.tree.node import Citations, Node

EVERYTHING = -1  # all dirty bits


@frozen
class Origin:
    """Where an event comes from: a block, its citations (with the statement's), and what the statement says.

    `brief` is what it does without the conditions of it, for those who are told that somebody did it or did not.
    """

    block: str
    cites: Citations
    text: str
    brief: str


@define(eq=False)
class Label:
    """A place in the program, known when all operations are laid out."""

    pc: int = STOP


@frozen(eq=False)
class Asking:
    """An operation that asks a player: who it is follows from the state (`own`)."""

    site: Site
    choice: Choice | None
    answer: Callable[[Machine, Raw], int] = field(repr=False)
    part: int | None = None  # of what is chosen unseen, the origin of what others hear when all of it is answered
    bit: Bit | None = None  # where the answer is one part of what is chosen
    optional: bool = False  # whether it can be declined


@frozen(eq=False)
class Drawing:
    """An operation that lets chance decide which card is drawn."""

    site: Site
    take: Callable[[Machine, int], int] = field(repr=False)
    part: None = None  # see Asking


@frozen(eq=False)
class Branch:
    """An operation that decides how a block goes on: the statement it belongs to, and which part of that decides."""

    statement: s.Statement | s.Effect
    part: Node
    key: str  # of the block
    cites: Citations

    @property
    def openly(self) -> bool:
        """Whether the rules say that it may tell."""
        return "openly" in getattr(self.statement, "adverbs", ())


@frozen(eq=False)
class Watch:
    """A reason to end that holds at once, looked at only when something it reads has changed."""

    mask: int
    holds: Callable[[Machine, int], bool]  # given the bits of what has changed
    label: Label


@define(eq=False)
class Program:
    """All operations with their entry points."""

    material: Material
    ways: Ways
    code: list[Operation] = field(factory=list)
    asks: dict[int, Asking | Drawing] = field(factory=dict)
    branches: dict[int, Branch] = field(factory=dict)
    origins: list[Origin] = field(factory=list)
    slots: int = 0
    drawn: tuple[Option, ...] = ()  # the outcomes of chance, by card
    start: int = 0
    turn: int = 0
    over: int = 0
    limit: int = 0
    winners: Value | None = None
    returns: Value | None = None
