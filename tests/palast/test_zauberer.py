"""Zauberer (Magier): swaps hand cards (000:56-60, 001:29, 002:14, R8, R9)."""

import pytest

from tests.library import OFFICIAL, ruleset
from tests.palast.table import Table

in_every_ruleset = pytest.mark.parametrize("spec", OFFICIAL)

HANDS = ["Zauberer rot, Zofe rot, Zofe gelb, Hofnarr rot", "Wächter rot, Wächter gelb", "Hofnarr grün"]
PLAYED = (
    "rot has the turn",
    "rot chooses Zauberer rot",
    "rot moves Zauberer rot from own hand to own display",
    "played is 1",
    "rot chooses gelb",
)
DONE = ("rot is next", "rot has the turn")


def table(spec: str, open: str = "") -> Table:
    return Table(ruleset(spec), hands=HANDS, open=open).say("Zauberer rot")


def test_in_ksr_both_choose_at_the_same_time_and_pass_as_many_cards() -> None:
    swap = table("ksr").say("gelb", "2", "Zofe rot, Zofe gelb", "Wächter rot, Wächter gelb")
    assert swap.told() == (
        *PLAYED,
        "rot chooses 2",
        "rot commits to Zofe rot, Zofe gelb",
        "gelb commits to Wächter rot, Wächter gelb",
        "rot exchanges Zofe rot, Zofe gelb from own hand with Wächter rot, Wächter gelb from hand of gelb",
        *DONE,
    )
    assert swap.each("hand") == ("Wächter rot, Wächter gelb, Hofnarr rot", "Zofe rot, Zofe gelb", "Hofnarr grün")


def test_in_magier_the_partner_sees_the_offered_cards_before_he_chooses() -> None:
    swap = table("magier").say("gelb", "1", "Zofe gelb", "Wächter rot")
    assert swap.told() == (
        *PLAYED,
        "rot chooses 1",
        "rot chooses Zofe gelb",
        "rot shows Zofe gelb from own hand to gelb",
        "gelb chooses Wächter rot",
        "rot exchanges Zofe gelb from own hand with Wächter rot from hand of gelb",
        *DONE,
    )
    assert swap.each("hand") == ("Zofe rot, Wächter rot, Hofnarr rot", "Zofe gelb, Wächter gelb", "Hofnarr grün")


def test_in_review_he_gives_one_card_and_draws_one_blind() -> None:
    swap = table("review").say("gelb", "Zofe gelb", "Wächter rot")
    assert swap.told() == (
        *PLAYED,
        "rot chooses Zofe gelb",
        "rot draws Wächter rot from hand of gelb to own hand",
        "rot moves Zofe gelb from own hand to hand of gelb",
        *DONE,
    )
    assert swap.each("hand") == ("Zofe rot, Wächter rot, Hofnarr rot", "Zofe gelb, Wächter gelb", "Hofnarr grün")


@pytest.mark.parametrize("spec", ["ksr", "magier"])
def test_questions_come_in_the_order_partner_number_own_cards_other_cards(spec: str) -> None:
    swap = table(spec)
    asked = [swap.asked]
    for answer in ("gelb", "1", "Zofe gelb", "Wächter rot"):
        asked.append(swap.say(answer).asked)
    assert asked == ["0 partner", "0 n", "0 mine", "1 theirs", "0 card"]


@pytest.mark.parametrize("spec", ["ksr", "magier"])
def test_each_set_of_cards_is_offered_once(spec: str) -> None:
    assert table(spec).say("gelb", "2").options == (
        "Zofe rot, Zofe gelb",
        "Zofe rot, Hofnarr rot",
        "Zofe gelb, Hofnarr rot",
    )


@pytest.mark.parametrize("spec", ["ksr", "magier"])
def test_the_partner_picks_from_what_he_held_before(spec: str) -> None:
    assert table(spec).say("gelb", "1", "Zofe gelb").options == ("Wächter rot", "Wächter gelb")


def test_in_ksr_the_partner_learns_only_that_the_other_has_committed() -> None:
    swap = table("ksr").say("gelb", "1", "Zofe gelb")
    assert swap.told(viewer=1)[-2:] == ("rot chooses 1", "rot has committed")


@in_every_ruleset
def test_a_looker_on_learns_how_many_cards_but_not_which(spec: str) -> None:
    swap = table(spec).say("gelb")
    for answer in ("1", "Zofe gelb", "Wächter rot"):
        if answer in swap.options:
            swap.say(answer)
    assert swap.asked == "0 card"
    seen = swap.told(viewer=2)[5:]
    assert not any("Zofe gelb" in line or "Wächter rot" in line for line in seen)
    assert any("1 card" in line and "hand of gelb" in line for line in seen)


@in_every_ruleset
def test_he_cannot_choose_himself_nor_a_player_without_cards(spec: str) -> None:
    assert table(spec).options == ("gelb", "grün")
    alone = Table(ruleset(spec), hands=["Zauberer rot, Zofe rot", "", "Hofnarr grün"]).say("Zauberer rot")
    assert alone.options == ("grün",)


@in_every_ruleset
def test_he_must_swap(spec: str) -> None:
    assert "(decline)" not in table(spec).options


@in_every_ruleset
@pytest.mark.parametrize("hands", [["Zauberer gelb", "Zofe gelb"], ["Zauberer rot, Zofe rot"]])
def test_with_nothing_to_swap_nobody_is_asked(spec: str, hands: list[str]) -> None:
    swap = Table(ruleset(spec), hands=hands).say(hands[0].split(", ")[0])
    assert swap.asked.endswith("card")
    assert swap.told("choose")[1:] == ()
