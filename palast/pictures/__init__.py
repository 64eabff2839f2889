"""Pictures of an impact as data, drawn by `palast.plots` or by the page."""

from palast.pictures.impacts import Games, differences, ends, lengths, named, wins
from palast.pictures.panels import Axis, Panel, Picture, Row, Shape, Tick

__all__ = [
    "Axis", "Games", "Panel", "Picture", "Row", "Shape", "Tick", "differences", "ends", "lengths", "named", "wins",
]  # fmt: skip
