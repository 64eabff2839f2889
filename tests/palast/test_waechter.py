"""Wächter: takes another card of his display back to the hand (000:80-81, 001:15, 002:13, R11)."""

import pytest

from tests.library import OFFICIAL, ruleset
from tests.palast.table import Table

in_every_ruleset = pytest.mark.parametrize("spec", OFFICIAL)

PLAYED = (
    "rot has the turn",
    "rot chooses Wächter rot",
    "rot moves Wächter rot from own hand to own display",
    "played is 1",
)
DONE = ("rot is next", "rot has the turn")


def table(spec: str, display: str = "Zofe rot, Hofnarr gelb, Zauberer rot", open: str = "") -> Table:
    hands, displays = ["Wächter rot, Schatzmeister rot"], [display, "Zofe gelb"]
    return Table(ruleset(spec), hands=hands, displays=displays, open=open).say("Wächter rot")


@in_every_ruleset
def test_he_takes_another_card_of_his_display_back(spec: str) -> None:
    back = table(spec)
    assert back.asked == "0 back"
    assert back.options == ("Zofe rot", "Hofnarr gelb", "Zauberer rot")
    back.say("Hofnarr gelb")
    assert back.told() == (
        *PLAYED,
        "rot chooses Hofnarr gelb",
        "rot moves Hofnarr gelb from own display to own hand",
        *DONE,
    )
    assert back.zone("display", 0) == "Zofe rot, Zauberer rot, Wächter rot"
    assert back.zone("hand", 0) == "Schatzmeister rot, Hofnarr gelb"


@in_every_ruleset
def test_he_must_take_one_and_a_single_one_is_asked_for(spec: str) -> None:
    back = table(spec, "Zofe rot")
    assert (back.asked, back.options) == ("0 back", ("Zofe rot",))


@in_every_ruleset
def test_the_card_taken_back_can_be_played_again(spec: str) -> None:
    back = table(spec, "Hofnarr rot").say("Hofnarr rot")
    assert back.options == ("Schatzmeister rot", "Hofnarr rot")
    assert back.say("Hofnarr rot").zone("display", 0) == "Wächter rot, Hofnarr rot"
