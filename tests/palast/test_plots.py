"""Pictures of an impact: what is drawn and written in them, in both languages, light and dark."""

import sys
from collections.abc import Callable, Iterator
from itertools import pairwise

import matplotlib
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib._pylab_helpers import Gcf
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from numpy import asarray

from palast import plots
from palast.pictures.axes import axis
from palast.plots.drawing import DARK, LIGHT, WIDTH
from palast.verdict.words import Language
from rulespec.experiments.impact import Impact
from tests.effort import DEEP
from tests.impacts import difference, impact, impacts, trial

RULES = ("hall", "hall+court")
Plot = Callable[[plots.Games, Language, bool], Figure]
PLOTS: tuple[Plot, ...] = (
    plots.lengths,
    plots.wins,
    plots.ends,
    plots.differences,
)


def texts(figure: Figure) -> list[str]:
    inside = [text for axes in figure.axes for text in axes.texts]
    return [text.get_text() for text in (*figure.texts, *inside)]


def court(*agents: str) -> Impact:
    made = (
        difference("turns", 72.0, 75.5, 1.25),
        difference("decisions", 140.0, 150.0, 2.0),
        difference("lead_changes", 0.5, 0.52, None, differing=4),
        difference("wins", 0.62, 0.53, 0.03, "1"),
        difference("wins", 0.38, 0.47, 0.2, "2"),
        difference("ended", 1.0, 1.0, None, "game ends gold", differing=0),
        difference("rounds_ended", 3.5, 2.5, 0.2, "round ends whisper"),
        difference("rounds_ended", 1.0, 1.0, 0.2, "round ends six"),
    )
    return impact(*(trial(RULES, (agent,) * 2, 1000, made) for agent in agents))


def test_a_picture_says_in_words_what_is_drawn() -> None:
    made = court("random").trials[0]
    assert [*filter(None, texts(plots.wins(made)))] == [
        "Winners", "hall", "hall+court", "Share of the games", "- - -  equal share 50%",
        "A bar that does not touch the ring shows a real difference.",
        "Who begins wins", "62% → 53%", "Number 2 in turn wins", "38% → 47%",
    ]  # fmt: skip
    german = texts(plots.lengths(made, "de"))
    assert {"Wie lang eine Partie ist", "Züge", "Entscheidungen", "im Mittel 75,5"} <= {*german}
    assert {"whisper", "3.50 → 2.50", "six"} <= {*texts(plots.ends(made))}
    assert "favour" not in texts(plots.ends(made))
    assert {"0.50 → 0.52", "too few pairs differ for a conclusion"} <= {*texts(plots.differences(made))}


def test_intervals_are_bars_about_the_line_of_nothing_and_a_difference_that_is_told_is_filled() -> None:
    percent, points = plots.differences(court("random").trials[0], dark=True).axes
    assert percent.get_xlim()[0] == -percent.get_xlim()[1]
    bars = [across(line) for line in points.lines if line.get_linewidth() == 2]
    assert bars == [(-12, -6), (-11, 29)]
    signs = [line for line in points.lines if line.get_marker() == "s"]
    assert [line.get_markerfacecolor() for line in signs] == [DARK.variant, DARK.paper]
    assert (0, 0) in map(across, points.lines)


def across(line: Line2D) -> tuple[float, ...]:
    """From where to where a line goes."""
    return tuple(round(float(each), 6) for each in asarray(line.get_xdata()))


def test_several_kinds_of_players_stand_below_each_other_by_name() -> None:
    told = " ".join(texts(plots.ends(court("random", "ismcts:50"))))
    assert "Rounds of a game, with random players" in told
    assert "Rounds of a game, with players who search (ismcts:50)" in told


@pytest.mark.parametrize("plot", PLOTS if DEEP else PLOTS[-1:])
@given(made=impacts())
def test_any_impact_can_be_drawn_and_nothing_else_is_changed_by_it(plot: Plot, made: Impact) -> None:
    before = dict(matplotlib.rcParams)
    figure = plot(made, "de", True)
    assert figure.get_figwidth() == WIDTH and figure.get_facecolor() == matplotlib.colors.to_rgba(DARK.paper)
    assert all(0 < at < figure.get_figheight() for at in heights(figure))
    assert dict(matplotlib.rcParams) == before
    assert not Gcf.get_all_fig_managers()


def heights(figure: Figure) -> Iterator[float]:
    """Where texts and axes are, from the bottom."""
    yield from (text.get_position()[1] * figure.get_figheight() for text in figure.texts)
    yield from (axes.get_position().y0 * figure.get_figheight() for axes in figure.axes)


@given(st.floats(-1e4, 1e4), st.floats(0.1, 1e6), st.booleans())
def test_an_axis_has_a_few_round_numbers(low: float, wide: float, whole: bool) -> None:
    made = axis((low, low + wide), str, whole)
    at = [tick.at for tick in made.ticks]
    assert all(made.low <= each <= made.high for each in at)
    steps = [after - before for before, after in pairwise(at)]
    assert len(at) <= 6 and (len(at) >= 2 or (whole and wide < 2))
    for step in steps:
        digits = f"{step:.4e}".partition("e")[0]
        assert float(digits) in (1, 2, 5)
        assert step >= 1 or not whole


def test_without_matplotlib_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ImportError, match=r"need matplotlib; run: pip install 'palast.plots.'"):
        plots.wins(court("random"))


def test_both_palettes_are_told_apart_without_colour() -> None:
    """By lightness: each sign stands out from the paper, as print and eyes that see fewer colours need it."""
    for palette in (LIGHT, DARK):
        for sign in (palette.ink, palette.base, palette.variant):
            assert contrast(sign, palette.paper) > 4.5
        assert contrast(palette.faint, palette.paper) > 3


def contrast(one: str, other: str) -> float:
    """Of two colours, as the guidelines for accessible pages reckon it."""
    darker, lighter = sorted(luminance(each) for each in (one, other))
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    parts = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in matplotlib.colors.to_rgb(colour)
    )
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))
