"""Zones, counters and notes for each word of a list: which one is meant, what is none, who sees what."""

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rulespec
from rulespec import Over, RulesError, Ruleset, State
from rulespec.experiments.leaks import find_leak
from rulespec.experiments.testing.files import loaded
from rulespec.game.pipeline import trees
from rulespec.records import Record
from rulespec.rules.checks import check
from rulespec.rules.compose import compose
from rulespec.rules.finding import stack
from rulespec.rules.resolve.resolution import resolve
from tests.library import GAMES, GOOD, SMALL_TEXTS

FRAME = """ruleset shelves
players 2 to 3
at most 6 turns
word suit: red, blue
numbers slot: 1, 3 to 4
cards deck in pile
    6 of each suit
zone pile
zone hand of player, seen by owner
zone shelf of player by slot{seen}
zone row of suit, seen by all
counter tally of suit
counter steps of player by suit
counter chosen of player by slot
note keeper of suit: player
note mark of player by slot: suit
set-up
    players: draw 3 from pile to own hand
turn
{turn}
game ends out: pile is empty
winners: players
"""
STALLS = GAMES["stalls"]


def shelves(*turn: str, seen: str = ", seen by owner") -> str:
    return FRAME.format(turn="\n".join(f"    {line}" for line in turn), seen=seen)


def after(*turn: str) -> State:
    """The table after a turn of seat 1 in which nobody chooses, with what there is laid out."""
    rules = loaded(shelves(*turn, "choose card from own hand"))
    zones = {("hand", 0): ["red 1"], ("hand", 1): ["blue 1"], ("row", "red"): ["red 2"], ("shelf", 1, 3): ["blue 2"]}
    return rules.at(2, zones, {("tally", "red"): 5, ("mark", 1, 4): "blue", ("keeper", "blue"): 0}, active=1)


@pytest.mark.parametrize(
    ("line", "name", "found"),
    [
        ("add 2 to tally of red", "tally", {"red": 7}),
        ("add 2 to tally of suit", "tally", {"red": 7, "blue": 2}),
        ("add 2 to tally of (suit except red)", "tally", {"red": 5, "blue": 2}),
        ("add cards in row of suit to tally of blue", "tally", {"red": 5, "blue": 1}),
        ("add cards in row of suit of last of own hand to tally of blue", "tally", {"red": 5}),
        ("add cards in own shelf by slot to tally of red", "tally", {"red": 6}),
        ("add cards in own shelf by 3 to tally of red", "tally", {"red": 6}),
        ("add cards in own shelf by 2 plus 1 to tally of red", "tally", {"red": 6}),
        ("add cards in own shelf by (2 plus 1) to tally of red", "tally", {"red": 6}),
        ("add cards in shelf of players by 2 to tally of red", "tally", {"red": 5}),
        ("add 1 to tally of next of blue", "tally", {"red": 5}),
        ("add 1 to tally of own mark by 4", "tally", {"red": 5, "blue": 1}),
        ("add 1 to tally of own mark by 1", "tally", {"red": 5}),
        ("add 1 to own steps by red", "steps", {(1, "red"): 1}),
        ("add 1 to steps of players by red", "steps", {(0, "red"): 1, (1, "red"): 1}),
        ("add 1 to steps of keeper of blue by red", "steps", {(0, "red"): 1}),
        ("add 1 to steps of keeper of red by red", "steps", {}),
        ("add 1 to chosen of active by 4", "chosen", {(1, 4): 1}),
        ("add 1 to chosen of active by 2", "chosen", {}),
        ("add 1 to own chosen by slot", "chosen", {(1, 1): 1, (1, 3): 1, (1, 4): 1}),
    ],
)
def test_what_is_said_for_a_word_is_that_and_for_none_it_is_nothing(line: str, name: str, found: Any) -> None:
    state = after(line)
    stands = {each.where: state.counter(*each.where) for each in state.game.material.variables if each.name == name}
    wanted = {(name, None, key) if isinstance(key, str) else (name, *key): value for key, value in found.items()}
    assert {where: value for where, value in stands.items() if value} == wanted


def test_cards_and_notes_go_where_a_word_leads_and_nowhere_for_none() -> None:
    state = after(
        "move row of red to row of blue", "move own hand to own shelf by 4", "move row of blue to own shelf by 2"
    )
    assert [str(card) for card in state.zone("row", "blue")] == ["red 2"]
    assert [str(card) for card in state.zone("shelf", 1, 4)] == ["blue 1"]
    state = after("set own mark by slot to red", "set keeper of suit of last of own hand to none")
    assert [state.value("mark", 1, slot) for slot in (1, 3, 4)] == ["red", "red", "red"]
    assert state.value("keeper", "blue") is None


@pytest.mark.parametrize(
    ("where", "said"),
    [
        (("row",), "'row' exists for each word of 'suit'; give one: red, blue"),
        (("row", "rad"), "'row' exists for each word of 'suit'; did you mean 'red'?"),
        (("row", 0, "red"), "'row' exists for each word of 'suit'"),
        (("shelf", 0), "'shelf' exists for each word of 'slot'; give one: 1, 3, 4"),
        (("shelf", 0, 2), "'shelf' exists for each word of 'slot'"),
        (("shelf", 5, 3), "seat must be from 0 to 1, not 5"),
        (("shelf",), "'shelf' exists once per player"),
        (("hand", 0, "red"), "'hand' exists once per player, not per word: give only the seat"),
    ],
)
def test_a_wrong_or_missing_word_is_told_with_those_there_are(where: Any, said: str) -> None:
    state = loaded(shelves("choose card from own hand")).new_game(2)
    with pytest.raises(LookupError, match=re.escape(said)):
        state.zone(*where)
    with pytest.raises(ValueError, match=re.escape(said)):
        state.rules.at(2, {where if where[1:] else where[0]: []})


def played(rules: Ruleset, seed: int) -> State:
    dice = Random(seed)
    state = rules.new_game(3, seed % 3)
    while not isinstance(state.pending, Over):
        state = state.apply(dice.choice(state.pending.options))
    return state


def test_a_position_that_is_laid_out_is_kept_by_words() -> None:
    state = after("add 1 to tally of own mark by 4")
    text = Record(state).text
    assert "zone shelf of seat 1 by 3: blue 2" in text and "counter tally of red: 5" in text
    assert Record.parse(text, state.rules).state == state


def test_games_are_kept_sampled_and_told_by_their_words() -> None:
    told = 0
    for seed in range(4):
        state = played(STALLS, seed)
        assert Record.parse(Record(state).text, STALLS).state == state
        told += sum(" by " in str(event) or "the stall of " in str(event) for event in state.log)
        for world in (view.sample(Random(seed)) for view in map(state.view, range(3))):
            assert world.position.variables == state.position.variables
    assert told > 30


def test_both_engines_play_the_same_games() -> None:
    by_python = rulespec.load("stalls", library=[GOOD], engine="python")
    assert STALLS.game(3).engine is not by_python.game(3).engine
    for seed in range(6):
        one, other = played(STALLS, seed), played(by_python, seed)
        assert one.log == other.log
        assert one.position == other.position


LOOKING = "choose n from slot, where some card in shelf of left of active by it is red"
FILLING = ("draw 1 from pile to own shelf by 1", "draw 1 from pile to own shelf by 3")


def test_who_cannot_see_a_shelf_may_not_ask_what_is_on_it_by_number(tmp_path: Path) -> None:
    path = tmp_path / "shelves.rules"
    path.write_text(shelves(*FILLING, LOOKING, "add n to own chosen by n"), "utf-8")
    with pytest.raises(RulesError) as refused:
        rulespec.load(path)
    assert {error.code for error in refused.value.errors} == {"E035"}
    layers, _ = trees(stack(path))
    resolved, _ = resolve(compose(layers)[0])
    leak = find_leak(Ruleset(resolved))
    assert leak is not None and leak.clause.block == "turn"


def test_what_everybody_sees_by_word_and_number_leaks_nothing() -> None:
    rules = loaded(shelves(*FILLING, LOOKING, "add n to own chosen by n", seen=", seen by all"))
    assert not [each for each in check(rules.resolved) if each.code == "E035"]
    assert find_leak(rules, effort=2_000) is None


def test_what_there_is_for_each_word_is_bounded() -> None:
    with pytest.raises(RulesError) as found:
        loaded(SMALL_TEXTS["stalls"].replace("numbers level: 1, 3", "numbers level: 1 to 9000"))
    assert {error.code for error in found.value.errors} == {"E006"}
