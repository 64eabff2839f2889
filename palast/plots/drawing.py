"""Drawing pictures with matplotlib, narrow enough for a phone: the text of a row is above its drawing."""

from textwrap import wrap
from typing import TYPE_CHECKING, Any, assert_never
from unicodedata import category

from attrs import frozen

from palast.pictures import Panel, Picture, Row, Shape

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH = 4.0  # of a picture; lengths are in inches, font sizes in points
MARGIN = 0.12
ROW, HILL = 0.44, 1.1
TEXT, SMALL, LARGE = 9.0, 8.0, 11.0
NO_LETTERS = {"Cc", "Cs", "Cn"}
LETTERS, SMALL_LETTERS = 52, 62  # that fit on a line


@frozen
class Palette:
    """Colours that differ in lightness, for print and for colour-blind people."""

    paper: str
    ink: str
    faint: str
    base: str
    variant: str


LIGHT = Palette(paper="#ffffff", ink="#1f2328", faint="#8c959f", base="#59636e", variant="#0b57a4")
DARK = Palette(paper="#14171c", ink="#e6e9ed", faint="#6b7480", base="#a9b2bc", variant="#6cb6ff")


def drawn(picture: Picture, dark: bool) -> "Figure":
    """The figure of a picture."""
    figure_class = canvas()
    palette = DARK if dark else LIGHT
    lines = [*_wrapped(picture.note, SMALL_LETTERS)]
    head = 0.34 + (0.42 if picture.sides else 0)
    heights = [_height(panel) for panel in picture.panels]
    height = head + sum(heights) + 0.17 * len(lines) + MARGIN
    figure = figure_class(figsize=(WIDTH, height), facecolor=palette.paper)
    _write(figure, 0.22, height, picture.title, palette, size=LARGE, weight="bold")
    if picture.sides:
        _legend(figure, picture.sides, height, palette)
    top = height - head
    for panel, high in zip(picture.panels, heights, strict=True):
        match panel:
            case Panel():
                _panel(figure, panel, top, palette)
            case Shape():
                _shape(figure, panel, top, palette)
            case _:
                assert_never(panel)
        top -= high
    for number, line in enumerate(lines):
        _write(figure, height - top + 0.13 + 0.17 * number, height, line, palette, size=SMALL)
    return figure


def elided(text: str, letters: int) -> str:
    """A text cut to a number of letters, with undrawable characters replaced."""
    text = "".join("\N{REPLACEMENT CHARACTER}" if category(each) in NO_LETTERS else each for each in text)
    return text if len(text) <= letters else text[: max(1, letters - 1)].rstrip() + "…"


def canvas() -> "type[Figure]":
    """The class of matplotlib's figures; an `ImportError` that names the extra if it is missing."""
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError as missing:
        message = "pictures need matplotlib; run: pip install 'palast[plots]'"
        raise ImportError(message, name=missing.name) from missing
    return Figure


def _height(panel: Panel | Shape) -> float:
    if isinstance(panel, Shape):
        return _titled(panel.title) + HILL + 0.44
    return _titled(panel.title) + ROW * len(panel.rows) + 0.44 + 0.17 * len(panel.notes)


def _legend(figure: "Figure", sides: tuple[str, str], height: float, palette: Palette) -> None:
    from matplotlib.lines import Line2D

    for number, (name, style) in enumerate(zip(sides, _styles(palette), strict=True)):
        y = (height - 0.42 - 0.18 * number) / height
        sign = Line2D(
            [0.2 / WIDTH], [y + 0.04 / height], linestyle="none", markersize=6.5, transform=figure.transFigure, **style
        )
        figure.add_artist(sign)
        _write(figure, 0.42 + 0.18 * number, height, elided(name, LETTERS), palette, left=0.32)


def _styles(palette: Palette) -> tuple[dict[str, Any], dict[str, Any]]:
    ring = {"marker": "o", "markerfacecolor": "none", "markeredgecolor": palette.base, "markeredgewidth": 1.6}
    square = {"marker": "s", "markerfacecolor": palette.variant, "markeredgecolor": palette.variant}
    return ring, square


def _write(
    figure: "Figure", down: float, height: float, text: str, palette: Palette, left: float = MARGIN, size: float = TEXT,
    weight: str = "normal",
) -> None:  # fmt: skip
    """Writes a line of text at a distance below the top, without parsing it as mathematics."""
    figure.text(left / WIDTH, 1 - down / height, text, size=size, weight=weight, color=palette.ink, parse_math=False)


def _titled(title: str) -> float:
    """The height of a title."""
    return 0.13 + 0.17 * len(_wrapped(title, LETTERS - 4))


def _title(figure: "Figure", title: str, top: float, palette: Palette) -> None:
    whole = figure.get_figheight()
    for number, line in enumerate(_wrapped(title, LETTERS - 4)):
        _write(figure, whole - top + 0.2 + 0.17 * number, whole, line, palette, weight="bold")


def _panel(figure: "Figure", panel: Panel, top: float, palette: Palette) -> None:
    whole = figure.get_figheight()
    _title(figure, panel.title, top, palette)
    top -= _titled(panel.title)
    rows = ROW * len(panel.rows)
    axes = figure.add_axes((MARGIN / WIDTH, (top - rows) / whole, 1 - 2 * MARGIN / WIDTH, rows / whole))
    axes.set_facecolor("none")
    axes.set_ylim(len(panel.rows), 0)
    low, high = panel.axis.low, panel.axis.high
    _axis(axes, panel, palette)
    if panel.line is not None:
        axes.axvline(panel.line, color=palette.ink, linewidth=1, linestyle=(0, (4, 2)), zorder=1)
    for number, row in enumerate(panel.rows):
        _row(axes, row, number, (low, high), palette)
    for number, note in enumerate(panel.notes):
        _write(
            figure, whole - top + rows + 0.46 + 0.17 * number, whole, elided(note, SMALL_LETTERS), palette, size=SMALL
        )


def _shape(figure: "Figure", shape: Shape, top: float, palette: Palette) -> None:
    whole = figure.get_figheight()
    _title(figure, shape.title, top, palette)
    top -= _titled(shape.title)
    size = (MARGIN / WIDTH, (top - HILL) / whole, 1 - 2 * MARGIN / WIDTH, HILL / whole)
    axes = figure.add_axes(size)
    axes.set_facecolor("none")
    axes.set_ylim(0, 1.08 * max(*shape.base, *shape.variant))
    _axis(axes, shape, palette)
    axes.stairs(shape.base, shape.edges, fill=True, color=palette.base, alpha=0.35, linewidth=0)
    axes.stairs(shape.base, shape.edges, color=palette.base, linewidth=1, linestyle=(0, (3, 2)))
    axes.stairs(shape.variant, shape.edges, color=palette.variant, linewidth=1.8)


def _axis(axes: "Axes", panel: Panel | Shape, palette: Palette) -> None:
    axes.set_xlim(panel.axis.low, panel.axis.high)
    axes.set_xticks([tick.at for tick in panel.axis.ticks], [tick.text for tick in panel.axis.ticks], parse_math=False)
    axes.tick_params(axis="x", colors=palette.ink, labelsize=SMALL, length=3, width=0.6)
    axes.tick_params(axis="y", left=False, labelleft=False)
    for side in ("left", "right", "top"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(palette.faint)
    axes.grid(axis="x", color=palette.faint, linewidth=0.4, alpha=0.5)
    axes.set_axisbelow(True)


def _row(axes: "Axes", row: Row, number: int, limits: tuple[float, float], palette: Palette) -> None:
    """Draws a row; a bar that leaves the axis ends in an arrow."""
    above, y = number + 0.38, number + 0.7
    text = axes.get_yaxis_transform()
    name = elided(row.name, LETTERS - len(row.value) - 2)
    for x, said, side in ((0, name, "left"), (1, row.value, "right")):
        behind = {"facecolor": palette.paper, "edgecolor": "none", "pad": 0.6, "alpha": 0.85}
        axes.text(
            x, above, said, transform=text, ha=side, va="baseline", size=TEXT, color=palette.ink, bbox=behind,
            parse_math=False,
        )  # fmt: skip
    if row.note:
        axes.text(0, y + 0.1, row.note, transform=text, size=SMALL, style="italic", color=palette.ink, parse_math=False)
    ring, square = _styles(palette)
    if row.reach is not None:
        axes.plot(row.reach, (y, y), color=palette.base, linewidth=1, solid_capstyle="butt")
    if row.low is not None and row.high is not None:
        ends = [min(max(end, limits[0]), limits[1]) for end in (row.low, row.high)]
        colour = palette.base if row.variant is None else palette.variant
        wide = 5 if row.reach is not None else 2
        axes.plot(ends, (y, y), color=colour, linewidth=wide, solid_capstyle="butt", zorder=3)
        for end, true, arrow in zip(ends, (row.low, row.high), "<>", strict=True):
            if end == true and row.reach is None:
                axes.plot((end, end), (y - 0.14, y + 0.14), color=colour, linewidth=1.4, zorder=3)
            elif end == limits[arrow == ">"]:
                axes.plot([end], [y], marker=arrow, markersize=6, color=colour, clip_on=False, zorder=4)
    if not row.filled or row.reach is not None:
        square["markerfacecolor"] = ring["markerfacecolor"] = palette.paper
    if row.variant is not None and limits[0] <= row.variant <= limits[1]:
        axes.plot(
            [row.variant],
            [y],
            markersize=4.5 + 2 * (row.reach is not None),
            zorder=5,
            clip_on=False,
            linestyle="none",
            **square,
        )
    if row.base is not None:
        axes.plot(
            [row.base],
            [y],
            markersize=8,
            zorder=4 if row.variant is not None else 6,
            clip_on=False,
            linestyle="none",
            **ring,
        )


def _wrapped(text: str, letters: int) -> list[str]:
    return wrap(elided(text, 4 * letters), letters)
