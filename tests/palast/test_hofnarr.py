"""Hofnarr (Narr): no action; muted, he ends the round (000:83-85, 001:21-23, 002:9, 002:15, R3, R12, R14)."""

import pytest

from tests.library import OFFICIAL, ruleset
from tests.palast.table import Table

in_every_ruleset = pytest.mark.parametrize("spec", OFFICIAL)

FIVE = "Hofmarschall rot, Schatzmeister rot, Zauberer rot, Zofe rot, Wächter gelb"
PLAYED = (
    "rot has the turn",
    "rot chooses Hofnarr rot",
    "rot moves Hofnarr rot from own hand to own display",
    "played is 1",
)


def table(spec: str, display: str = "Zofe rot", open: str = "", rest: str = "") -> Table:
    hands, displays = [f"Hofnarr rot, {rest}", "Zofe grün"], [display, "Zofe gelb"]
    return Table(ruleset(spec), hands=hands, displays=displays, open=open)


@in_every_ruleset
def test_he_has_no_action(spec: str) -> None:
    assert table(spec, rest="Wächter rot").say("Hofnarr rot").told() == (*PLAYED, "rot is next", "rot has the turn")


@in_every_ruleset
def test_with_the_variant_everybody_notes_after_him_but_not_after_a_duplicate(spec: str) -> None:
    assert table(f"{spec}+wertung", open="Hofnarr").say("Hofnarr rot").noted == (2, 1, 0)
    assert table(f"{spec}+wertung", display="Hofnarr gelb", open="Hofnarr").say("Hofnarr rot").noted == (0, 1, 0)
