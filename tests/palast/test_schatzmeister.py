"""Schatzmeister: shows all his hand cards to all (000:53-54, 001:3, 002:11)."""

import pytest

from tests.library import OFFICIAL, ruleset
from tests.palast.table import Table

in_every_ruleset = pytest.mark.parametrize("spec", OFFICIAL)


def shown(spec: str, open: str = "", rest: str = "Wächter rot, Zofe gelb") -> Table:
    hands = [f"Schatzmeister gelb, {rest}", "Zofe grün"]
    return Table(ruleset(spec), hands=hands, open=open).say("Schatzmeister gelb")


@in_every_ruleset
def test_he_shows_what_is_left_in_the_hand(spec: str) -> None:
    assert shown(spec).told() == (
        "rot has the turn",
        "rot chooses Schatzmeister gelb",
        "rot moves Schatzmeister gelb from own hand to own display",
        "played is 1",
        "rot shows Zofe gelb, Wächter rot from own hand to all",
        "gelb is next",
        "gelb has the turn",
    )


@in_every_ruleset
@pytest.mark.parametrize("viewer", [1, 2])
def test_everybody_sees_those_cards_at_that_moment(spec: str, viewer: int) -> None:
    table = shown(spec)
    assert table.told("show", viewer=viewer) == ("rot shows Zofe gelb, Wächter rot from own hand to all",)
    assert table.seen(viewer, "hand", 0) == 2


@in_every_ruleset
def test_an_empty_hand_shows_nothing(spec: str) -> None:
    assert not any("Zofe" in line for line in shown(spec, rest="").told("show"))
