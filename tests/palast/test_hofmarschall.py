"""Hofmarschall (Spion): turns over a king's card, which mutes a person (000:43-51, 001:43-49, 002:15)."""

import pytest

from tests.library import OFFICIAL, ruleset
from tests.palast.table import Table

EVERY = "Schatzmeister, Zauberer, Zofe, Mundschenk, Wächter, Hofnarr"

in_every_ruleset = pytest.mark.parametrize("spec", OFFICIAL)


@in_every_ruleset
def test_he_turns_the_top_kings_card_onto_the_open_ones(spec: str) -> None:
    table = Table(ruleset(spec), hands=["Hofmarschall gelb", "Zofe gelb"], open="Zofe").say("Hofmarschall gelb")
    assert table.asked == "chance"
    assert table.options == ("Schatzmeister", "Zauberer", "Mundschenk", "Wächter", "Hofnarr")
    table.say("Wächter")
    assert table.told() == (
        "rot has the turn",
        "rot chooses Hofmarschall gelb",
        "rot moves Hofmarschall gelb from own hand to own display",
        "played is 1",
        "rot draws Wächter from the closed to the open",
        "gelb is next",
        "gelb has the turn",
    )
    assert table.zone("open") == "Zofe, Wächter"
    assert table.muted == "Wächter"


@in_every_ruleset
def test_the_turned_card_replaces_the_one_that_was_muted(spec: str) -> None:
    hands, displays = ["Hofmarschall rot, Zofe rot, Wächter rot"], ["Hofnarr gelb"]
    table = Table(ruleset(spec), hands=hands, displays=displays, open="Zofe").say("Hofmarschall rot", "Wächter")
    assert table.say("Zofe rot").asked == "0 scrap"


@in_every_ruleset
def test_each_closed_card_is_equally_likely(spec: str) -> None:
    table = Table(ruleset(spec), hands=["Hofmarschall rot"], open="Zofe, Hofnarr").say("Hofmarschall rot")
    outcomes = getattr(table.state.pending, "outcomes", ())
    assert [str(probability) for _, probability in outcomes] == ["1/4"] * 4


@in_every_ruleset
def test_turning_the_jester_does_not_end_a_round_in_which_one_lies(spec: str) -> None:
    hands, displays = ["Hofmarschall rot, Zofe rot"], ["Hofnarr rot", "Hofnarr gelb"]
    table = Table(ruleset(spec), hands=hands, displays=displays).say("Hofmarschall rot", "Hofnarr")
    assert (table.ended, table.asked) == ((), "0 card")


@in_every_ruleset
def test_nobody_mutes_him(spec: str) -> None:
    assert "Hofmarschall" not in Table.new(ruleset(spec)).zone("closed")
    table = Table(ruleset(spec), hands=["Hofmarschall rot"], open=EVERY).say("Hofmarschall rot")
    assert "Hofmarschall" not in table.options
