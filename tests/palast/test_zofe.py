"""Zofe: discards a hand card face down and draws one (000:62-63, 001:9, 002:10)."""

import pytest

from tests.library import OFFICIAL, ruleset
from tests.palast.table import Table

in_every_ruleset = pytest.mark.parametrize("spec", OFFICIAL)

PLAYED = (
    "rot has the turn",
    "rot chooses Zofe rot",
    "rot moves Zofe rot from own hand to own display",
    "played is 1",
)
DONE = ("rot is next", "rot has the turn")


PILE, REST = "Zofe gelb, Hofnarr gelb", "Wächter rot, Hofnarr rot"


def table(spec: str, open: str = "", pile: str = PILE, rest: str = REST) -> Table:
    return Table(ruleset(spec), hands=[f"Zofe rot, {rest}"], pile=pile, open=open).say("Zofe rot")


@in_every_ruleset
def test_she_discards_a_card_and_draws_one(spec: str) -> None:
    discard = table(spec).say("Wächter rot")
    assert discard.options == ("Zofe gelb", "Hofnarr gelb")
    discard.say("Hofnarr gelb")
    assert discard.told() == (
        *PLAYED,
        "rot chooses Wächter rot",
        "rot moves Wächter rot from own hand to the discards",
        "rot draws Hofnarr gelb from the pile to own hand",
        *DONE,
    )
    assert discard.zone("hand", 0) == "Hofnarr rot, Hofnarr gelb"


@in_every_ruleset
def test_the_discarded_card_cannot_be_drawn_again(spec: str) -> None:
    assert "Wächter rot" not in table(spec).say("Wächter rot").options


@in_every_ruleset
def test_only_who_discards_knows_the_card(spec: str) -> None:
    discard = table(spec).say("Wächter rot", "Hofnarr gelb")
    assert discard.told("move", "draw", viewer=0)[1:] == (
        "rot moves Wächter rot from own hand to the discards",
        "rot draws Hofnarr gelb from the pile to own hand",
    )
    assert discard.told("move", "draw", viewer=1)[1:] == (
        "rot moves 1 card from own hand to the discards",
        "rot draws 1 card from the pile to own hand",
    )


@in_every_ruleset
def test_with_an_empty_pile_she_discards_and_draws_nothing(spec: str) -> None:
    discard = table(spec, pile="").say("Wächter rot")
    assert discard.told("draw") == ()
    assert (discard.zone("hand", 0), discard.asked) == ("Hofnarr rot", "0 card")


@in_every_ruleset
def test_the_card_she_discarded_does_not_say_who_is_next(spec: str) -> None:
    discard = table(spec, rest="Wächter gelb, Hofnarr rot").say("Wächter gelb", "Hofnarr gelb")
    assert discard.asked == "0 card"


@in_every_ruleset
def test_with_no_card_in_hand_nobody_is_asked(spec: str) -> None:
    last = Table(ruleset(spec), hands=["Zofe gelb", "Hofnarr rot"]).say("Zofe gelb")
    assert (last.asked, last.told("draw", "move")[1:]) == ("1 card", ())
