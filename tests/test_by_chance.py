"""What chance chooses: numbers, words and players, several at once; who hears of it, and what comes of it."""

from collections import Counter
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulespec import Chance, Decision, IllegalAction, Over, Ruleset
from rulespec.adapters.encoding.actions import CompoundOffer, Encoding
from rulespec.experiments.leaks import find_leak
from rulespec.experiments.scenarios import run
from rulespec.records import Record
from rulespec.records.undo import undo
from tests.framed import Write, writing
from tests.test_native import in_step

FRAME = """ruleset game "Chance chooses"
players 2 to 3
at most 20 turns
word ware: tea, silk, gold
numbers price: 1 to 4
cards goods in pile
    1 of each ware in each price
zone pile
zone hand of player, seen by owner
zone bin, seen by all
counter points of player, never below 0, never above 100
set-up
    players: draw 2 from pile to own hand
game ends far: some player where own points is at least 30
winners: players, with most own points
"""


@pytest.fixture
def write(tmp_path: Path) -> Write:
    return writing(tmp_path, FRAME)


def outcomes(rules: Ruleset, **position: Any) -> dict[str, Fraction]:
    pending = rules.at(2, **position).pending
    assert isinstance(pending, Chance)
    return {option.text: share for option, share in pending.outcomes}


@pytest.mark.parametrize(
    ("said", "there"),
    [
        ("n from 1 to 6", ["1", "2", "3", "4", "5", "6"]),
        ("n from price, where it is not 2", ["1", "3", "4"]),
        ("w from ware, where it is more than tea", ["silk", "gold"]),
        ("p from players", ["seat 0", "seat 1"]),
        ("p from players, with most own points", ["seat 1"]),
        ("a and b from ware", ["tea, silk", "tea, gold", "silk, gold"]),
        ("a from 1 to 2 and w from ware, where w is gold or a is 2", ["1, gold", "2, tea", "2, silk", "2, gold"]),
    ],
)
def test_each_answer_that_the_sieves_leave_is_equally_likely(write: Write, said: str, there: list[str]) -> None:
    rules = write(f"turn\n    choose {said}, by chance\n")
    found = outcomes(rules, counters={("points", 1): 3})
    assert found == dict.fromkeys(there, Fraction(1, len(there)))


def test_both_engines_play_the_same_and_an_outcome_is_as_often_as_it_is_likely(write: Write) -> None:
    rules = write(
        "turn\n    choose n from 1 to 3, by chance\n    choose a and b from ware, where a is not gold, by chance\n"
        "    choose card from own hand\n    move card to bin\n    add n to own points\n"
        "    choose p from other players, where own points is more than points of active, by chance\n"
        "    add 1 to points of p\n"
    )
    seen: Counter[str] = Counter()
    for seed in range(12):
        seen += in_step(rules.game(rules.players[seed % 2]), Random(seed), 60)
    assert seen["ChooseByChance"] > 200 and seen["ends"] >= 3
    found = Counter(_first(rules, seed) for seed in range(300))
    assert found.keys() == {1, 2, 3} and min(found.values()) > 70


def _first(rules: Ruleset, seed: int) -> int:
    state = rules.begin(2, 0, Random(seed).random)
    number = next(event.atoms[0] for event in state.view(0).log if event.kind == "choose by chance")
    assert isinstance(number, int)
    return number


def test_everybody_hears_what_chance_has_chosen(write: Write) -> None:
    rules = write(
        "turn\n    choose n from 1 to 6 and w from ware, by chance\n    choose x from 0 to smaller of n and 6\n"
    )
    state = rules.at(3).apply("4, silk")
    for seat in range(3):
        assert [str(event) for event in state.view(seat).log] == ["seat 0 has the turn", "chance chooses 4, silk"]
    assert isinstance(state.pending, Decision) and len(state.pending.options) == 5


def test_with_nothing_to_choose_from_the_names_are_none_and_the_block_goes_on(write: Write) -> None:
    rules = write(
        "turn\n    choose p from players, where own points is 9, by chance\n"
        "    if p is none: add 1 to own points\n    choose n from 5 to 4, by chance\n    add n to own points\n"
        "    choose card from own hand\n    move card to bin\n"
    )
    state = rules.at(2, zones={("hand", 0): ["tea 1"]})
    assert isinstance(state.pending, Decision) and state.counter("points", 0) == 1


def test_reasons_to_end_are_looked_at_after_it(write: Write) -> None:
    rules = write("turn\n    choose n from 1 to 2, by chance\n    add 5 to own points\ngame ends two: n is 2\n")
    asked = rules.at(2)
    assert [asked.apply(each).counter("points", 0) for each in ("1", "2")] == [5, 0]


def test_a_choice_by_chance_can_be_declined_and_cannot_be_taken_back(write: Write) -> None:
    rules = write(
        "turn\n    may: choose n from 1 to 6, by chance\n    choose card from own hand\n    move card to bin\n"
    )
    asked = rules.at(2, zones={("hand", 0): ["tea 1"]})
    declined, rolled = asked.apply("(decline)"), asked.apply("(do it)").apply("3")
    assert isinstance(declined.pending, Decision)
    with pytest.raises(IllegalAction, match="chance has made a decision since"):
        undo(rolled, 0)


def test_a_record_and_a_scenario_say_what_chance_has_chosen(write: Write) -> None:
    blocks = (
        "turn\n    choose n from 1 to 6, by chance\n    choose a from 1 to 2 and b from ware, by chance\n"
        "    choose card from own hand\n    move card to bin\n    add n plus a to own points\n"
    )
    rules = write(
        f"{blocks}scenario rolled\n    given 2 players\n        hand of seat 0: tea 1\n    when\n"
        "        seat 0 n: 5\n        seat 0 a and b: 2, gold\n        seat 0 card: tea 1\n"
        "    then\n        points of seat 0: 7\n"
        "scenario open\n    given 2 players\n        hand of seat 0: tea 1\n    when\n        seat 0 n: 5\n"
        "        seat 0 card: tea 1\n    then\n        holds points of active is 0\n"
        "        holds points of right of active is at least 6\n"
    )
    assert [each.problem for each in run(rules)] == [None, None]
    assert run(rules)[1].tried > 6
    random, state = Random(5), rules.new_game(2)
    for _ in range(30):
        assert not isinstance(state.pending, Over)
        state = state.apply(random.choice(state.pending.options))
    text = Record(state).text
    assert "seat 0 a and b: " in text and Record.parse(text, lambda _: rules).state == state


def test_one_of_several_names_is_as_likely_as_the_answers_that_begin_with_it(write: Write) -> None:
    rules = write("turn\n    choose a from 1 to 3 and b from 1 to 3, where b is at least a, by chance\n")
    state = rules.at(2)
    encoding = Encoding(state.game)
    offer = encoding.offer(state.game.asks[state.pc].site, state.raws)
    assert isinstance(offer, CompoundOffer)
    first = {encoding.actions[action]: share for action, share in offer.outcomes()}
    assert first == {"1": 3 / 6, "2": 2 / 6, "3": 1 / 6}


def test_what_is_asked_by_hidden_cards_after_it_is_a_leak(write: Write) -> None:
    leaking = (
        "turn\n    choose n from 1 to 2, by chance\n    choose card from own hand\n    move card to bin\n"
        "    if gold is in hand of left of active and n is 1\n        choose w from ware\n"
        "    draw 1 from pile to own hand\n"
    )
    leak = find_leak(write(leaking))
    assert leak is not None and leak.clause.part == "gold is in hand of left of active and n is 1"
    assert find_leak(write(leaking.replace("gold is in hand of left of active and n", "n")), effort=2_000) is None
