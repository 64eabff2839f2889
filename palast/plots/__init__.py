"""Pictures of an impact as matplotlib figures, for a page or a notebook; matplotlib comes with the extra `plots`."""

from typing import TYPE_CHECKING

from palast import pictures
from palast.pictures import Games
from palast.plots.drawing import drawn
from palast.verdict.words import Language

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Games", "differences", "ends", "lengths", "wins"]


def lengths(games: Games, language: Language = "en", dark: bool = False) -> "Figure":
    """How long games are on both sides: mean, standard deviation and extremes."""
    return drawn(pictures.lengths(games, language), dark)


def wins(games: Games, language: Language = "en", dark: bool = False) -> "Figure":
    """The share of the games that each place or seat wins on both sides."""
    return drawn(pictures.wins(games, language), dark)


def ends(games: Games, language: Language = "en", dark: bool = False) -> "Figure":
    """How games and rounds end on both sides."""
    return drawn(pictures.ends(games, language), dark)


def differences(games: Games, language: Language = "en", dark: bool = False) -> "Figure":
    """What the variant changes, with intervals: amounts in percent of the base, shares in percentage points.

    Returns are drawn in their own unit, as they can be 0 or negative.
    """
    return drawn(pictures.differences(games, language), dark)
