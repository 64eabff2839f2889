"""`reverse the order of play`: turns go round the other way, and everybody hears of it."""

from pathlib import Path
from random import Random

import pytest

import rulespec
from rulespec import Decision, Over, Ruleset
from rulespec.testing import leak_test


@pytest.fixture
def rules() -> Ruleset:
    return rulespec.load(Path(__file__).parent / "rules" / "good" / "turning.rules")


def test_turns_go_round_the_way_that_was_reversed_last(rules: Ruleset) -> None:
    ways, turns = set(), 0
    for seed in range(12):
        random, players = Random(seed), 3 + seed % 3
        state, step = rules.new_game(players), 1
        while not isinstance(state.pending, Over):
            asked, before = state.pending, state.active
            option = random.choice(asked.options)
            state = state.apply(option)
            if isinstance(asked, Decision):
                step *= -1 if int(option.text) > 20 else 1
                assert isinstance(state.pending, Over) or state.active == (before + step) % players
                ways.add(step)
                turns += 1
        told = [str(event) for event in state.log if event.kind == "reverse"]
        assert all(each.endswith("reverses the order of play") for each in told)
        assert all(event.kind in {each.kind for each in state.view(seat).log} for event in state.log for seat in (0, 1))
    assert ways == {1, -1}
    assert turns > 100


def test_possible_worlds_and_records_go_round_the_same_way(rules: Ruleset) -> None:
    random, state = Random(3), rules.new_game(3)
    for _ in range(30):
        assert not isinstance(state.pending, Over)
        state = state.apply(random.choice(state.pending.options))
    assert any(event.kind == "reverse" for event in state.log)
    for seat in range(3):
        view = state.view(seat)
        assert view.sample(Random(1)).view(seat) == view
        assert "it is seat 1's turn: it follows seat 2's turn" in view.why()  # the reversed order


def test_it_tells_nothing_that_is_hidden(rules: Ruleset) -> None:
    leak_test(rules)()
