"""A failing game is shortened: it still fails, for the same reason, and nothing in it could be left out."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rulespec
from rulespec import Decision, Ruleset, State
from rulespec.agents.play import numbers, play, random_players
from rulespec.experiments.failures import shortest, shortest_breaking
from rulespec.experiments.laws import Broken
from rulespec.game.history import beginning, history
from tests.library import GAMES, ROOT, ruleset
from tests.planted import PLANTED

HARDLY = 1500  # answers tried: enough to see that what is found is right

NO_DEBTS = "always no-debts after each effect: no player where own points is less than 0\n"


def asked(state: State) -> int:
    """How often players have answered on the way to a state."""
    return sum(isinstance(here.pending, Decision) for here, _ in history(state))


def game(spec: str, seed: int, players: int | None = None) -> State:
    rules = ruleset(spec)
    return play(rules, random_players(players or rules.players[-1], seed), seed).state


def fact(state: State, salt: int) -> Callable[[State], bool]:
    """Something that is so in a late state, and in few others: whose turn it is, and how much lies in two zones."""
    game = state.game
    places = Random(salt).sample(range(len(game.material.places)), min(2, len(game.material.places)))
    zones = [game.material.places[each].where for each in places]

    def facts(of: State) -> list[object]:
        there = [where for where in zones if where[1] is None or where[1] < of.players]
        return [type(of.pending), of.turns > 1, *(len(of.zone(*where)) for where in there)]

    wanted = facts(state)
    return lambda of: facts(of) == wanted


@given(st.data())
def test_what_is_found_fails_only_at_its_end_and_is_never_longer_and_found_again(data: st.DataObject) -> None:
    spec = data.draw(st.sampled_from(list(GAMES)))
    seed, at = data.draw(st.integers(0, 99)), data.draw(st.integers(0, 99))
    whole = game(spec, seed)
    passed = [*(here for here, _ in history(whole)), whole]
    fails = fact(passed[at * len(passed) // 100], at)
    found = shortest(whole, fails, effort=HARDLY)
    assert fails(found)
    assert not any(fails(here) for here, _ in history(found))
    assert asked(found) <= asked(next(here for here in passed if fails(here)))
    assert shortest(whole, fails, effort=HARDLY) == found


def test_a_planted_fault_is_shown_by_three_plays(tmp_path: Path) -> None:
    """A maid, then a guard, then a jester, played by one player in one round, cost him a point."""
    path = tmp_path / "planted.rules"
    path.write_text(PLANTED + NO_DEBTS, "utf-8")
    rules = rulespec.load(f"ksr+{path}", library=(ROOT / "cards",))
    whole, found, broken = next(filter(None, (_broken(rules, seed) for seed in range(50))))
    assert broken.key == "always no-debts" and asked(whole) > 20
    assert asked(found) == 5 and found.turns <= 4
    played = [str(option) for here, option in history(found) if isinstance(here.pending, Decision)]
    assert [words.split()[1] for words in played if words.endswith(" as card")] == ["Zofe", "Wächter", "Hofnarr"]


def _broken(rules: Ruleset, seed: int) -> tuple[State, State, Broken] | None:
    """A random game, and what it shrinks to, if it breaks a law."""
    whole = play(rules, random_players(3, seed), seed).state
    with suppress(ValueError):
        return whole, *shortest_breaking(whole, "no-debts", effort=8_000)
    return None


def test_a_position_that_was_laid_stays_the_beginning() -> None:
    rules = ruleset("ksr")
    laid = rules.at(players=3, zones={("hand", 0): ["Hofnarr rot", "Wächter rot"], ("display", 0): ["Zofe gelb"]})
    state, random = laid, numbers(1)
    while state.turns < 5 and isinstance(state.pending, Decision):
        state = state.advance(state.pending.options[-1], random)
    found = shortest(state, lambda each: "Wächter rot" in map(str, each.zone("display", 0)), effort=HARDLY)
    assert beginning(found) == beginning(state) == laid
    assert asked(found) == 1


def test_a_failure_before_anybody_is_asked_needs_no_answer() -> None:
    found = shortest(game("ksr", 1), lambda state: isinstance(state.pending, Decision), effort=HARDLY)
    assert asked(found) == 0 and isinstance(found.pending, Decision) and found.players == 3


def test_a_condition_on_a_seat_needs_that_seat() -> None:
    whole = game("ksr", 1, players=5)
    found = shortest(whole, lambda state: len(state.zone("display", 3)) == 1, effort=HARDLY)
    assert found.players > 3 and len(found.zone("display", 3)) == 1
    with pytest.raises(LookupError):
        shortest(whole, lambda state: bool(state.zone("display", 5)), effort=HARDLY)


def test_without_any_effort_the_game_is_only_cut_where_it_fails_first() -> None:
    whole = game("ksr", 2)
    found = shortest(whole, lambda state: state.turns > 9, effort=0)
    assert found.turns == 10 and found in [here for here, _ in history(whole)]
