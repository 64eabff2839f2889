"""Choices of 0 cards are not asked where that tells nobody anything; games in which they were asked are still read."""

from collections import Counter
from pathlib import Path
from random import Random
from typing import get_args

import pytest

from rulespec import Chance, Decision, Over, Ruleset, load
from rulespec.engine.extension import EXTENSION
from rulespec.experiments.leaks import find_leak
from rulespec.experiments.scenarios import run
from rulespec.records import Comment, Record, RecordError
from rulespec.rules.rulebook import EngineName
from tests.effort import tried
from tests.library import GOOD

ENGINES: tuple[EngineName, ...] = get_args(EngineName) if EXTENSION is not None else ("python",)
PAYMENT = GOOD / "payment.rules"
EARLIER = Path(__file__).parent / "golden" / "payment.game"  # written when choices of 0 cards were still asked
OPEN, HIDDEN = {"paid", "extra", "tax"}, {"stash", "gift", "tip"}


def forced(rules: Ruleset, games: int) -> Counter[str]:
    """How often no card was the only answer of somebody who has cards, by the name that is chosen."""
    chance, found = Random(7), Counter[str]()
    for _ in range(games):
        state = rules.new_game(2)
        while not isinstance(state.pending, Over):
            pending = state.pending
            begun = bool(state.snapshot.stage)  # where some cards are chosen, one by one
            if isinstance(pending, Decision) and pending.options[0].text == "(enough)" and not begun:
                alone = {option.text for option in pending.options} <= {"(enough)", "(decline)"}
                found[pending.binds[0]] += alone and len(state.zone("hand", pending.player)) > 0
            state = state.apply(chance.choice(pending.options))
    return found


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("listed", [10_000, 1])
def test_no_cards_are_chosen_without_asking_unless_that_would_tell_something(engine: EngineName, listed: int) -> None:
    found = forced(load(PAYMENT, engine=engine, listed=listed), games=20)
    assert not OPEN & set(+found) and set(+found) == HIDDEN


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("listed", [10_000, 1])
def test_the_name_of_a_choice_that_was_not_asked_is_the_empty_set(
    tmp_path: Path, engine: EngineName, listed: int
) -> None:
    path = tmp_path / "free.rules"
    path.write_text(
        """ruleset free "Nothing is chosen"
players 2
at most 9 turns
numbers n: 1 to 9
cards deck in pile
    1 of each n
zone pile
zone hand of player, seen by owner
zone bin, seen by all
counter debt of player
counter seen
set-up
    players: draw 4 from pile to own hand
turn
    choose own debt cards as paid from own hand and own debt cards as extra from own hand
    if paid is empty and extra is empty: add 1 to seen
    move paid and extra to bin
    choose k from 1 to 2
    set own debt to k minus 1
    choose own debt cards as rest from own hand, where total n in rest is at least 1
    move rest to bin
game ends seen: seen is 4
winners: players
"""
    )
    state = load(path, engine=engine, listed=listed).new_game(2)
    while isinstance(state.pending, Chance):
        state = state.apply(state.pending.options[0])
    assert isinstance(state.pending, Decision) and state.pending.binds == ("k",) and state.counter("seen") == 1
    assert "paid" not in str(state.view(1).log)
    lapsed = state.apply("1")  # 0 cards do not add up to 1
    assert [event.kind for event in lapsed.log[-3:]] == ["lapse", "turn", "change"] and lapsed.own == 1
    asked = state.apply("2").pending
    assert isinstance(asked, Decision) and asked.binds == ("rest",)


def test_that_no_cards_are_chosen_without_asking_reveals_no_card() -> None:
    assert find_leak(load(PAYMENT), effort=tried(400_000, 20_000)) is None


# ---- from when they were asked


@pytest.mark.parametrize("engine", ENGINES)
def test_a_record_with_answers_that_are_no_longer_asked_for_is_read_without_them(engine: EngineName) -> None:
    rules = load(PAYMENT, engine=engine)
    text = EARLIER.read_text()
    remarked = text.replace("paid: (enough)", "paid: (enough)  # for free").replace("k: 1", "k: 1  # a gift", 1)
    record = Record.parse(remarked, rules)
    assert record.result.winners == (1,) and text.count("(enough)") > record.text.count("(enough)") > 0
    assert Record.parse(record.text, rules) == record and "paid: (enough)" not in record.text
    assert record.comments[0] == Comment(7, "for free", beside=True) and "k: 1  # a gift" in record.text


def test_a_record_that_was_damaged_when_more_was_asked_is_refused_where_it_is_wrong() -> None:
    rules, lines = load(PAYMENT), EARLIER.read_text().splitlines()
    for number in (line for line, text in enumerate(lines) if "(enough)" in text or " card: " in text):
        left = "\n".join((*lines[:number], *lines[number + 1 :], ""))
        with pytest.raises(RecordError) as caught:
            Record.parse(left, rules)
        assert caught.value.line > number


def test_a_scenario_may_still_answer_a_choice_of_no_cards() -> None:
    text = """scenarios free extends payment
scenario free-card
    given 2 players, seat 0 begins
        hand of seat 0: 0 red 1
        pile: 1 red 1, 1 red 2, 1 red 3
        bin: the rest
    when
        seat 0 card: 0 red 1
        seat 0 paid: (enough)
        seat 0: (enough)
        seat 1 tax: anything
        seat 0 n: 0
    then
        table of seat 0: 0 red 1
scenario dear-card
    given 2 players, seat 0 begins
        hand of seat 0: 1 red 1
        pile: 0 red 1, 0 red 2, 0 red 3
        bin: the rest
    when
        seat 0 card: 1 red 1
        seat 0 paid: (enough)
    then
        holds paid is empty
"""
    free, dear = run(load("free", library=(GOOD,), texts={"free": text}))
    assert free.held and not dear.held and "'(enough)'" in str(dear.problem)
