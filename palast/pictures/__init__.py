"""Pictures of an impact as data, which whoever has something to draw with draws: `palast.plots`, or the page."""

from palast.pictures.impacts import Games, differences, ends, lengths, named, wins
from palast.pictures.panels import Axis, Panel, Picture, Row, Shape, Tick

__all__ = [
    "Axis", "Games", "Panel", "Picture", "Row", "Shape", "Tick", "differences", "ends", "lengths", "named", "wins",
]  # fmt: skip
