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
        "rot moves Mundschenk rot to own display",
        "played is 6",
        "rot chooses Zofe rot, Wächter gelb",
        "rot exchanges Zofe rot from own display with Wächter gelb from display of gelb",
        "rot is next",
        "rot has the turn",
    )
    assert exchange.each("display") == ("Wächter gelb, Mundschenk rot", "Zofe rot, Hofnarr gelb", "Schatzmeister grün")


@as_in_ksr
def test_any_two_displays_may_exchange(spec: str) -> None:
    exchange = table(spec)
    assert exchange.asked == "0 one another"
    assert exchange.options == (
        "Zofe rot, Wächter gelb",
        "Zofe rot, Hofnarr gelb",
        "Zofe rot, Schatzmeister grün",
        "Wächter gelb, Schatzmeister grün",
        "Hofnarr gelb, Schatzmeister grün",
    )
    exchange.say("Hofnarr gelb, Schatzmeister grün")
    displays = ("Zofe rot, Mundschenk rot", "Wächter gelb, Schatzmeister grün", "Hofnarr gelb")
    assert exchange.each("display") == displays


def test_in_review_one_of_the_two_is_his_own() -> None:
    exchange = table("review")
    assert exchange.asked == "0 mine theirs"
    assert exchange.options == (
        "Zofe rot, Wächter gelb",
        "Zofe rot, Hofnarr gelb",
        "Zofe rot, Schatzmeister grün",
        "Mundschenk rot, Wächter gelb",
        "Mundschenk rot, Hofnarr gelb",
        "Mundschenk rot, Schatzmeister grün",
    )


def test_in_review_he_may_go_himself() -> None:
    exchange = table("review").say("Mundschenk rot, Wächter gelb")
    assert exchange.each("display") == ("Zofe rot, Wächter gelb", "Mundschenk rot, Hofnarr gelb", "Schatzmeister grün")


@as_in_ksr
def test_no_display_may_hold_a_person_twice_afterwards(spec: str) -> None:
    exchange = table(spec, ["Zofe rot", "Wächter gelb, Zofe gelb", "Wächter grün"])
    assert exchange.options == ("Zofe rot, Zofe gelb", "Zofe rot, Wächter grün", "Wächter gelb, Wächter grün")


def test_in_review_only_the_opponents_row_must_stay_clean() -> None:
    exchange = table("review", ["Zofe rot", "Wächter gelb, Zofe gelb"])
    assert exchange.options == (
        "Zofe rot, Zofe gelb",
        "Mundschenk rot, Wächter gelb",
        "Mundschenk rot, Zofe gelb",
    )


def test_in_review_a_duplicate_in_his_own_row_ends_the_round() -> None:
    exchange = table("review", ["Zofe rot", "Wächter gelb, Zofe gelb"]).say("Mundschenk rot, Zofe gelb")
    assert (exchange.ended, exchange.points) == (("round ends whisper",), (0, 1, 1))
    assert exchange.deal().asked == "0 card"


@as_in_ksr
@pytest.mark.parametrize(("before", "asked"), [(0, "0 card"), (1, "0 card"), (2, "0 one another")])
def test_as_first_or_second_card_of_a_round_he_has_no_action(spec: str, before: int, asked: str) -> None:
    assert table(spec, played=before).asked == asked


@pytest.mark.parametrize("before", [0, 1, 2])
def test_in_review_he_acts_however_early(before: int) -> None:
    assert table("review", played=before).asked == "0 mine theirs"


@in_every_ruleset
def test_he_must_exchange(spec: str) -> None:
    assert "(decline)" not in table(spec).options


@in_every_ruleset
def test_with_no_exchange_possible_he_has_no_action(spec: str) -> None:
    alone = table(spec, ["Zofe rot"])
    assert alone.told("choose", "exchange") == ("rot chooses Mundschenk rot",)
    assert alone.asked == "0 card"


@as_in_ksr
def test_with_every_exchange_doubling_somebody_he_has_no_action(spec: str) -> None:
    displays = ["Zofe rot, Wächter rot", "Mundschenk gelb, Zofe gelb"]
    exchange = table(spec, displays)
    assert exchange.options == ("Zofe rot, Zofe gelb",)
    assert table(spec, ["", "Mundschenk gelb, Zofe gelb"]).asked == "0 card"


@in_every_ruleset
def test_muted_he_exchanges_nothing(spec: str) -> None:
    muted = table(spec, open="Mundschenk")
    assert muted.each("display") == ("Zofe rot, Mundschenk rot", "Wächter gelb, Hofnarr gelb", "Schatzmeister grün")
    assert muted.asked == "0 card"
