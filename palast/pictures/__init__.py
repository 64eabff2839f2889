"""Pictures of an impact as data, drawn by `palast.plots` or by the page."""

from typing import TYPE_CHECKING

from palast.pictures.panels import Axis, Panel, Picture, Row, Shape, Tick

__all__ = [
    "Axis", "Games", "Panel", "Picture", "Row", "Shape", "Tick", "differences", "ends", "lengths", "named", "wins",
]  # fmt: skip

if TYPE_CHECKING:
    from palast.pictures.impacts import Games, differences, ends, lengths, named, wins
else:  # for speed: who asks only for what a picture is does without impacts and their statistics

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from palast.pictures import impacts

        return getattr(impacts, name)
