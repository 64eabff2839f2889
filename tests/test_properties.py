"""A property of games as a test: what is false is shown by a short game, what is true passes."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, note, seed, settings

import palast
from palast.__main__ import main
from rulespec import Ruleset, State
from rulespec.experiments.failures import EFFORT
from rulespec.testing import every_game
from tests.effort import some, tried
from tests.library import ruleset
from tests.planted import PLANTED

FOUND = settings(
    max_examples=20_000,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=[*HealthCheck],
)


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Ruleset:
    path = tmp_path_factory.mktemp("house") / "planted.rules"
    path.write_text(PLANTED, "utf-8")
    return palast.load(f"ksr+{path}")


def failing(rules: Ruleset, number: int, effort: int = EFFORT) -> tuple[str, State]:
    """What is told of the planted fault, and the state that the test saw last."""
    seen: list[State] = []

    @every_game(rules, players=3, how=FOUND, effort=effort)
    @seed(number)
    def nobody_loses_a_point(game: tuple[State, ...]) -> None:
        for before, after in pairwise(game):
            for seat in range(3):
                lost = before.counter("points", seat) - after.counter("points", seat)
                if lost > 0:
                    seen.append(game[-1])
                assert lost <= 0, f"{after.seat_name(seat)} lost a point"

    with pytest.raises(AssertionError, match="lost a point") as failed:
        nobody_loses_a_point()
    return "\n".join(failed.value.__notes__), seen[-1]


def record(told: str) -> str:
    return told.split("to play it again:\n\n")[1].split("\n\nAs a scenario")[0] + "\n"


@pytest.mark.parametrize("number", some(range(3), 1, start=2))
def test_a_planted_fault_is_shown_by_the_three_plays_it_needs(planted: Ruleset, number: int) -> None:
    told, _ = failing(planted, number, effort=6000)
    cards = re.findall(r"^    \S+ card: (\S+)", record(told), re.MULTILINE)
    assert 3 <= len(cards) <= 4
    persons = iter(cards)
    assert all(person in persons for person in ("Zofe", "Wächter", "Hofnarr"))
    assert cards[-1] == "Hofnarr" and "lost a point" in told


def test_the_record_that_is_shown_can_be_replayed(
    planted: Ruleset, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told, _ = failing(planted, tried(0, 2), effort=tried(2000, 500))
    path = tmp_path / "found.game"
    path.write_text(record(told), "utf-8")
    assert main(["replay", str(path)]) == 0
    assert "nobody_loses_a_point: " in capsys.readouterr().out


def test_what_is_so_late_in_a_game_is_found_and_shortened() -> None:
    """Where the first game that is found is long; how long it is depends on the constants of all that is imported."""
    tries = (_found_and_shown(number) for number in range(20))
    found, shown = next((found, shown) for found, shown in tries if found >= 12)
    assert 0 < 2 * shown < found


def _found_and_shown(number: int) -> tuple[int, int]:
    """The turns of the first game in which somebody has two points, and of the one that is shown."""
    longest = 0

    @every_game(ruleset("ksr"), players=(3, 4), how=FOUND, effort=5000)
    @seed(number)
    def nobody_has_two_points(game: tuple[State, ...]) -> None:
        nonlocal longest
        state = game[-1]
        rich = max(state.counter("points", seat) for seat in range(state.players))
        if rich > 1 and not longest:
            longest = state.turns
        note(f"the richest has {rich}")
        assert rich < 2

    with pytest.raises(AssertionError) as failed:
        nobody_has_two_points()
    (told,) = failed.value.__notes__
    return longest, len(re.findall(r"^turn \d+", record(told), re.MULTILINE))


def test_a_shorter_game_that_fails_otherwise_is_not_shown() -> None:
    failed_at = list[int]()

    @every_game(ruleset("stones"), players=2, how=FOUND, effort=2000)
    @seed(0)
    def ends_soon(game: tuple[State, ...]) -> None:
        state = game[-1]
        assert state.players == 2, "no other number is tried"
        if failed_at and state.turns < 3:
            raise ValueError("another mistake")
        if state.turns >= 3:
            failed_at.append(state.turns)
        assert state.turns < 3, "a third turn"

    with pytest.raises(AssertionError, match="a third turn") as failed:
        ends_soon()
    assert "2 players" in failed.value.__notes__[0] and failed_at[0] > min(failed_at) == 3


def test_what_is_true_passes_and_other_arguments_are_passed_on() -> None:
    seen: list[tuple[int, int]] = []

    @every_game(ruleset("ksr"), how=settings(FOUND, max_examples=20))
    def nobody_is_below_zero(least: int, game: tuple[State, ...]) -> None:
        state = game[-1]
        seen.append((state.players, least))
        assert min(state.counter("points", seat) for seat in range(state.players)) >= least

    nobody_is_below_zero(least=0)
    assert len(seen) == 20 and {players for players, _ in seen} == {3, 4, 5} and {least for _, least in seen} == {0}
