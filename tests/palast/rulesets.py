"""The rulesets under test, each loaded once."""

from functools import cache
from pathlib import Path

import palast
from palast import Ruleset

NAMES = ("ksr", "magier", "review")
WITH_LAYERS = (*NAMES, *(f"{name}+wertung" for name in NAMES))
ROOT = Path(__file__).parents[2]
READINGS = ROOT / "examples" / "readings"


@cache
def ruleset(spec: str) -> Ruleset:
    return palast.load(spec)


def read_otherwise(spec: str, reading: str) -> Ruleset:
    """A ruleset under one of the other readings of a ruling."""
    return ruleset(f"{spec}+{READINGS / reading}.rules")
