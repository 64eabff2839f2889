"""Whole playthroughs, step by step as each player saw them, are what they were when somebody last read them."""

from pathlib import Path

import pytest

from tests.library import ROOT, ruleset
from tests.palast.playthrough import playthrough

SPECS = ("ksr", "magier", "review", "ksr+wertung")


def golden(spec: str) -> Path:
    """Where a playthrough is kept; `python tests/golden/regenerate.py` writes it anew."""
    return ROOT / "tests" / "golden" / f"{spec}.txt"


@pytest.mark.parametrize("spec", SPECS)
def test_a_game_goes_as_it_was_written_down(spec: str) -> None:
    assert playthrough(ruleset(spec)).splitlines() == golden(spec).read_text("utf-8").splitlines()


def test_no_playthrough_is_kept_that_nobody_compares() -> None:
    assert {path.stem for path in (ROOT / "tests" / "golden").glob("*.txt")} == set(SPECS)


@pytest.mark.parametrize("spec", SPECS)
def test_a_playthrough_is_short_enough_to_be_read(spec: str) -> None:
    assert golden(spec).stat().st_size < 150_000
