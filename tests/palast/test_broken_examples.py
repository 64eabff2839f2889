"""Four broken house rules among the examples: `palast check` finds what is wrong with each, and shows a short game."""

from pathlib import Path

import pytest

import palast
from rulespec.experiments.hunt import hunt
from rulespec.game.api import State
from rulespec.game.history import moves
from tests.effort import some, tried

BROKEN = Path(__file__).parents[2] / "examples" / "broken"
FOUND = {"pause": ("W062", 2), "ablage": ("W050", 2), "wink": ("W054", 16), "narren": ("W065", 12)}
SHORT = 12  # answers after the deal


def answers(state: State) -> int:
    return sum(seat is not None for seat, _, _ in moves(state))


@pytest.mark.parametrize("name", some(list(FOUND), 1))
def test_what_is_wrong_with_a_broken_house_rule_is_shown_by_a_short_game(name: str) -> None:
    code, games = FOUND[name]
    report = hunt(palast.load(f"ksr+{BROKEN / name}.rules"), games=tried(120, games), seed=4)
    found = [finding for finding in report.findings if finding.problem.code == code]
    assert found, [finding.problem for finding in report.findings]
    assert found[0].level == "warning"
    state = found[0].state
    assert state is not None
    assert 0 < answers(state) <= SHORT


def test_every_broken_house_rule_is_tried() -> None:
    assert {path.stem for path in BROKEN.glob("*.rules")} == set(FOUND)
