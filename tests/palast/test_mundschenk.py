"""Mundschenk (Kurtisane): exchanges laid-out cards (000:65-71, 001:35-41, 002:12, R10, R13)."""

import pytest

from tests.library import OFFICIAL, ruleset
from tests.palast.table import Table

in_every_ruleset = pytest.mark.parametrize("spec", OFFICIAL)
as_in_ksr = pytest.mark.parametrize("spec", ["ksr", "magier"])

DISPLAYS = ["Zofe rot", "Wächter gelb, Hofnarr gelb", "Schatzmeister grün"]


def table(spec: str, displays: list[str] = DISPLAYS, played: int = 5, open: str = "") -> Table:
    hands = ["Mundschenk rot, Zauberer rot", "Zauberer gelb", "Zauberer grün"]
    return Table(ruleset(spec), hands=hands, displays=displays, played=played, open=open).say("Mundschenk rot")


@in_every_ruleset
def test_the_cards_take_each_others_place_in_the_row(spec: str) -> None:
    exchange = table(spec).say("Zofe rot, Wächter gelb")
    assert exchange.told() == (
        "rot has the turn",
        "rot chooses Mundschenk rot",
        "rot moves Mundschenk rot from own hand to own display",
        "played is 6",
        "rot chooses Zofe rot, Wächter gelb",
        "rot exchanges Zofe rot from own display with Wächter gelb from display of gelb",
        "rot is next",
        "rot has the turn",
    )
    assert exchange.each("display") == ("Wächter gelb, Mundschenk rot", "Zofe rot, Hofnarr gelb", "Schatzmeister grün")


@in_every_ruleset
def test_he_must_exchange(spec: str) -> None:
    assert "(decline)" not in table(spec).options


@as_in_ksr
def test_with_every_exchange_doubling_somebody_he_has_no_action(spec: str) -> None:
    displays = ["Zofe rot, Wächter rot", "Mundschenk gelb, Zofe gelb"]
    exchange = table(spec, displays)
    assert exchange.options == ("Zofe rot, Zofe gelb",)
    assert table(spec, ["", "Mundschenk gelb, Zofe gelb"]).asked == "0 card"
