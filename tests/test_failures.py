"""A failure is a game: kept, told, saved once."""

from pathlib import Path

import pytest

from rulespec import State
from rulespec.errors import Problem, problem
from rulespec.failures import Failure, shortest
from rulespec.history import answers
from rulespec.play import play, random_players
from rulespec.record import Record
from tests.library import GAMES, ruleset


def planted(state: State, message: str = "this must not be") -> Problem:
    """A problem of the turn."""
    return problem("E050", state.rules.composed.entries["turn"].declaration.span, message)


def game(spec: str, seed: int = 1) -> State:
    rules = ruleset(spec)
    return play(rules, random_players(rules.players[0], seed), seed).state


@pytest.mark.parametrize("name", GAMES)
def test_a_failure_is_kept_as_a_record_that_says_at_its_end_what_failed(name: str) -> None:
    whole = game(name)
    failed = shortest(whole, lambda state: state.turns > 1 or not state.rules.composed.entries)
    found = Failure(planted(whole), failed)
    again = Record.parse(str(found.record), whole.rules)
    assert again == found.record and again.state == failed
    assert [comment.after for comment in again.comments] == [len(answers(failed))]
    assert "this must not be" in found.narrated.splitlines()[-1]


def test_a_failure_is_saved_once_and_replaces_no_other(tmp_path: Path) -> None:
    one, other = game("kuhn", seed=1), game("kuhn", seed=2)
    first = Failure(planted(one), one).save(tmp_path)
    assert Failure(planted(one), one).save(tmp_path) == first
    second = Failure(planted(other), other).save(tmp_path)
    assert second != first and len(list(tmp_path.iterdir())) == 2
    assert [Record.read(path, one.rules).state for path in (first, second)] == [one, other]


def test_nothing_is_shortened_that_does_not_fail() -> None:
    with pytest.raises(ValueError, match="nothing fails"):
        shortest(game("kuhn"), lambda state: False)
