"""Pictures of an impact, for a page or a notebook: each is a `Figure` of matplotlib, which the extra `plots` brings."""

from palast.plots.pictures import Games, differences, ends, lengths, wins

__all__ = ["Games", "differences", "ends", "lengths", "wins"]
