"""Hofnarr (Narr): no action; muted, he ends the round (000:83-85, 001:21-23, 002:9, 002:15, R3, R12, R14)."""

import pytest

from tests.library import OFFICIAL, ruleset
from tests.palast.table import Table

in_every_ruleset = pytest.mark.parametrize("spec", OFFICIAL)

FIVE = "Hofmarschall rot, Schatzmeister rot, Zauberer rot, Zofe rot, Wächter gelb"
PLAYED = (
    "rot has the turn",
    "rot chooses Hofnarr rot",
    "rot moves Hofnarr rot to own display",
    "played is 1",
)


def table(spec: str, display: str = "Zofe rot", open: str = "", rest: str = "") -> Table:
    hands, displays = [f"Hofnarr rot, {rest}", "Zofe grün"], [display, "Zofe gelb"]
    return Table(ruleset(spec), hands=hands, displays=displays, open=open)


@in_every_ruleset
def test_he_has_no_action(spec: str) -> None:
    assert table(spec, rest="Wächter rot").say("Hofnarr rot").told() == (*PLAYED, "rot is next", "rot has the turn")


@in_every_ruleset
def test_muted_he_ends_the_round_and_every_other_player_scores(spec: str) -> None:
    muted = table(spec, open="Hofnarr").say("Hofnarr rot")
    assert muted.told()[:4] == PLAYED
    assert muted.told("change")[1:3] == ("gelb: points is 1", "grün: points is 1")
    assert (muted.ended, muted.points) == (("round ends jester",), (0, 1, 1))
    assert muted.deal().asked == "0 card"


@in_every_ruleset
def test_with_his_kings_card_covered_he_ends_nothing(spec: str) -> None:
    covered = table(spec, open="Hofnarr, Zofe", rest="Wächter rot").say("Hofnarr rot")
    assert (covered.ended, covered.asked) == ((), "0 card")


@pytest.mark.parametrize("spec", ["ksr", "magier"])
def test_muted_he_may_be_played_beside_other_cards(spec: str) -> None:
    assert table(spec, open="Hofnarr", rest="Wächter rot").options == ("Wächter rot", "Hofnarr rot")


def test_in_review_a_muted_narr_is_played_only_when_nothing_else_can_be() -> None:
    assert table("review", open="Hofnarr", rest="Wächter rot").options == ("Wächter rot",)
    assert table("review", open="Hofnarr").options == ("Hofnarr rot",)


def test_in_review_a_muted_narr_and_a_duplicate_are_alike() -> None:
    assert table("review", open="Hofnarr", rest="Zofe braun").options == ("Hofnarr rot", "Zofe braun")


@pytest.mark.parametrize("spec", ["ksr", "magier"])
def test_as_sixth_person_the_six_count_first(spec: str) -> None:
    sixth = table(spec, display=FIVE, open="Hofnarr").say("Hofnarr rot")
    assert (sixth.ended, sixth.points) == (("round ends six",), (1, 0, 0))


def test_in_review_as_sixth_person_the_ban_counts_first() -> None:
    sixth = table("review", display=FIVE, open="Hofnarr").say("Hofnarr rot")
    assert (sixth.ended, sixth.points) == (("round ends jester",), (0, 1, 1))


@in_every_ruleset
def test_muted_and_a_duplicate_he_counts_as_a_duplicate(spec: str) -> None:
    double = table(spec, display="Hofnarr gelb", open="Hofnarr").say("Hofnarr rot")
    assert (double.ended, double.points) == (("round ends whisper",), (0, 1, 1))


@in_every_ruleset
def test_with_the_variant_everybody_notes_after_him_but_not_after_a_duplicate(spec: str) -> None:
    assert table(f"{spec}+wertung", open="Hofnarr").say("Hofnarr rot").noted == (2, 1, 0)
    assert table(f"{spec}+wertung", display="Hofnarr gelb", open="Hofnarr").say("Hofnarr rot").noted == (0, 1, 0)
