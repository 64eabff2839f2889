"""Cards that are shown secretly: who learns what, and that nobody else hears of it."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from rulespec import Ruleset, State, load
from rulespec.experiments.leaks import find_leak
from rulespec.records.undo import refusal
from tests.test_native import in_step

GAME = """ruleset game "A seer among three"
players 3
at most 12 turns
word part: seer, wolf, monk
numbers pips: 1 to 4
cards parts in box
    1 of each part
cards goods in pile
    2 of each pips
zone box
zone pile
zone role of player, seen by owner
zone hand of player, seen by owner
zone bin, seen by all
set-up
    players
        draw 1 from box to own role
        draw 2 from pile to own hand
turn
    choose card from own hand
    move card to bin
    choose point from other players, secretly
    if seer is in own role: show role of point to self{}
game ends bare: every player where own hand is empty
winners: players
"""


def rules_with(adverb: str, folder: Path) -> Ruleset:
    path = folder / "game.rules"
    path.write_text(GAME.format(adverb), "utf-8")
    return load(path)


def looked(rules: Ruleset) -> State:
    """Seat 0, the seer, has looked at the role of seat 1."""
    roles = {("role", 0): ["seer"], ("role", 1): ["wolf"], ("role", 2): ["monk"]}
    hands = {("hand", 0): ["1 1", "2 1"], ("hand", 1): ["1 2"]}
    return rules.at(3, zones={**roles, **hands}).apply("1 1").apply("seat 1")


def told(state: State, seat: int) -> list[str]:
    return [str(event) for event in state.view(seat).log if event.kind.startswith("show")]


def test_who_is_shown_cards_secretly_sees_them_and_others_hear_nothing(tmp_path: Path) -> None:
    state = looked(rules_with(", secretly", tmp_path))
    assert [told(state, seat) for seat in range(3)] == [["seat 0 secretly sees wolf from role of seat 1"], [], []]
    seen = {str(state.view(0).sample(Random(number)).zone("role", 1)[0]) for number in range(6)}
    unseen = {str(state.view(2).sample(Random(number)).zone("role", 1)[0]) for number in range(12)}
    assert seen == {"wolf"} and len(unseen) > 1  # whoever was not shown it does not know it


def test_of_cards_that_are_shown_openly_all_hear(tmp_path: Path) -> None:
    state = looked(rules_with("", tmp_path))
    assert [len(told(state, seat)) for seat in range(3)] == [1, 1, 1]


@pytest.mark.parametrize("adverb", ["", ", secretly"])
def test_both_engines_show_alike(adverb: str, tmp_path: Path) -> None:
    rules, seen = rules_with(adverb, tmp_path), Counter[str]()
    for seed in range(6):
        seen += in_step(rules.game(3), Random(seed), 60)
    assert seen["ShowSecretly" if adverb else "Show"] > 6


def test_nothing_leaks_by_a_secret_look(tmp_path: Path) -> None:
    assert find_leak(rules_with(", secretly", tmp_path), effort=1_500) is None


def test_after_a_secret_look_of_somebody_else_nothing_can_be_taken_back(tmp_path: Path) -> None:
    """Whoever takes back hears nothing of it, so it is refused wherever there may have been one."""
    roles = {("role", 0): ["seer"], ("role", 1): ["wolf"], ("role", 2): ["monk"]}
    hands = {("hand", 0): ["1 1", "2 1"], ("hand", 1): ["1 2"]}
    for line, refused in (
        ("show role of point to own right, secretly", "another player may have seen cards secretly since"),
        ("nothing", None),
    ):
        path = tmp_path / "game.rules"
        text = GAME.replace("if seer is in own role: show role of point to self{}", f"{line}\n    choose n from 1 to 2")
        path.write_text(text, "utf-8")
        state = load(path).at(3, zones={**roles, **hands}).apply("1 1")
        told = refusal(state, state.apply("seat 1"))
        assert (told and told.reason) == refused
