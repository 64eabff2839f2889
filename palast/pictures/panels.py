"""Pictures as panels below each other: in each, rows or histograms on one axis, with all texts.

Nothing is told by colour alone: the base is a ring, the variant a square, and both are named.
"""

from attrs import field, frozen


@frozen
class Tick:
    """A tick of an axis, with its label."""

    at: float
    text: str


@frozen
class Axis:
    """An axis with its limits."""

    low: float
    high: float
    ticks: tuple[Tick, ...]


@frozen
class Row:
    """A row of a panel: the texts above it, left and right, and what is drawn."""

    name: str
    value: str
    low: float | None = None  # of a bar
    high: float | None = None
    base: float | None = None  # of a ring
    variant: float | None = None  # of a square
    filled: bool = True
    reach: tuple[float, float] | None = None  # of a thin line
    note: str = ""  # in place of anything drawn


@frozen
class Panel:
    """Rows on one axis."""

    title: str
    rows: tuple[Row, ...]
    axis: Axis
    line: float | None = None  # a reference
    notes: tuple[str, ...] = field(default=())


@frozen
class Shape:
    """Histograms of both sides: a grey area, and an outline."""

    title: str
    edges: tuple[float, ...]  # of the bars
    base: tuple[float, ...]  # the heights
    variant: tuple[float, ...]
    axis: Axis


@frozen
class Picture:
    """A picture with the names of both sides, if both are in it, and a note on how to read it."""

    title: str
    panels: tuple[Panel | Shape, ...]
    sides: tuple[str, str] | None
    note: str
