"""Pictures made of panels, one below the other: in each, rows or hills on one axis, with all that is written there.

Nothing is told by colour alone: the base is a ring, the variant a square, and both have their names.
"""

from attrs import field, frozen


@frozen
class Tick:
    """A place of an axis, and what is written there."""

    at: float
    text: str


@frozen
class Axis:
    """What there is room for from left to right."""

    low: float
    high: float
    ticks: tuple[Tick, ...]


@frozen
class Row:
    """A line of a panel: what is written above it, left and right, and what is drawn in it."""

    name: str
    value: str
    low: float | None = None  # of a bar
    high: float | None = None
    base: float | None = None  # a ring
    variant: float | None = None  # a square
    filled: bool = True
    reach: tuple[float, float] | None = None  # a thin line
    note: str = ""  # in place of anything drawn


@frozen
class Panel:
    """Rows on one axis."""

    title: str
    rows: tuple[Row, ...]
    axis: Axis
    line: float | None = None  # what all are compared with
    notes: tuple[str, ...] = field(default=())


@frozen
class Shape:
    """How often there is how much of something, on both sides: a grey hill, and the outline of another."""

    title: str
    edges: tuple[float, ...]  # of the steps
    base: tuple[float, ...]  # how high each step is
    variant: tuple[float, ...]
    axis: Axis


@frozen
class Picture:
    """What is seen of an impact, with the names of both sides where both are seen, and a note on how to read it."""

    title: str
    panels: tuple[Panel | Shape, ...]
    sides: tuple[str, str] | None
    note: str
