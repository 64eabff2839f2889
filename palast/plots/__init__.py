"""Pictures of an impact, for a page or a notebook: each is a `Figure` of matplotlib, which the extra `plots` brings."""

from typing import TYPE_CHECKING

from palast import pictures
from palast.pictures import Games
from palast.plots.drawing import drawn
from palast.verdict.words import Language

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Games", "differences", "ends", "lengths", "wins"]


def lengths(games: Games, language: Language = "en", dark: bool = False) -> "Figure":
    """How long games are on both sides: in the mean, mostly, and at the extremes."""
    return drawn(pictures.lengths(games, language), dark)


def wins(games: Games, language: Language = "en", dark: bool = False) -> "Figure":
    """Which share of the games each place, or seat, wins on both sides."""
    return drawn(pictures.wins(games, language), dark)


def ends(games: Games, language: Language = "en", dark: bool = False) -> "Figure":
    """How games and rounds end on both sides."""
    return drawn(pictures.ends(games, language), dark)


def differences(games: Games, language: Language = "en", dark: bool = False) -> "Figure":
    """What the variant changes, with intervals: amounts in percent of what they were, shares in percentage points.

    What each gets may have been nothing, or a loss: that is drawn as it is.
    """
    return drawn(pictures.differences(games, language), dark)
