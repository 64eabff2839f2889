"""What names mean: the nodes that the pass `resolve` puts in the place of names."""

from rulespec.tree.expressions import (
    Beside,
    Chosen,
    Fits,
    InZone,
    Listed,
    Looked,
    Meaning,
    Meant,
    OfValue,
    OnCounter,
    OnNote,
    OwnPlayer,
    Shown,
    SumOver,
    WordOf,
)

__all__ = [
    "Beside",
    "Chosen",
    "Fits",
    "InZone",
    "Listed",
    "Looked",
    "Meaning",
    "Meant",
    "OfValue",
    "OnCounter",
    "OnNote",
    "OwnPlayer",
    "Shown",
    "SumOver",
    "WordOf",
]
