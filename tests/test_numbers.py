"""Numbers in play: each fits 64 bits, what would go beyond stops there, and everything that tells of it still works."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import palast
import rulespec
from rulespec import Over, State
from rulespec.encoding.actions import Encoding
from rulespec.encoding.observations import Observations
from rulespec.record import Record
from rulespec.run.numbers import held, total
from rulespec.tree.limits import LEAST_NUMBER, MOST_NUMBER

GAME = """ruleset grows "Numbers that grow"
players 2
at most 60 turns
counter high
counter low
counter points of player
counter proof of player, never below 0
set-up
    add 2 to high
    take 2 from low
    add 3 to points of players
turn
{turn}
game ends never: high is less than 0
returns: own points
"""
BILLIONS = 3_000_000_000  # three of them multiplied go beyond
TURN = """    add high times high plus 2 to high
    take high times high plus 2 from low
    set own points to low minus high minus total points in players
    add low to own points
    take low from own proof
"""


def play(turn: str, folder: Path) -> State:
    path = folder / "grows.rules"
    path.write_text(GAME.format(turn=turn))
    state = rulespec.load(path).new_game(players=2)
    assert isinstance(state.pending, Over)
    return state


def test_every_number_stops_at_64_bits(tmp_path: Path) -> None:
    state = play(TURN, tmp_path)
    assert state.turns == 61
    assert (state.counter("high"), state.counter("low")) == (MOST_NUMBER, LEAST_NUMBER)
    assert [state.counter("points", seat) for seat in (0, 1)] == [LEAST_NUMBER] * 2
    assert [state.counter("proof", seat) for seat in (0, 1)] == [MOST_NUMBER] * 2


def test_a_game_of_large_numbers_is_viewed_kept_and_encoded(tmp_path: Path) -> None:
    state = play(TURN, tmp_path)
    view = state.view(0)
    assert str(MOST_NUMBER) in "\n".join(map(str, view.log))
    numbers = Observations(Encoding(state.game)).observe(state, 0)
    assert all(-1 <= number <= 1 for number in numbers)
    record = palast.play(state.rules, [palast.random_agent(seat) for seat in range(2)], seed=1)
    text = record.text
    assert Record.parse(text, lambda _: state.rules).state == record.state


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("high plus 1", MOST_NUMBER),
        ("high plus 1 minus 1", MOST_NUMBER - 1),
        ("high minus low", MOST_NUMBER),
        ("low minus high", LEAST_NUMBER),
        ("low times low", MOST_NUMBER),
        ("low times high", LEAST_NUMBER),
        ("999999999 times 999999999 times 999999999", MOST_NUMBER),
        ("999999999 times 999999999 times 9 plus 1", 999999999 * 999999999 * 9 + 1),
        ("total points in players", MOST_NUMBER - 2),
    ],
)
def test_each_operation_stops_by_itself(expression: str, value: int, tmp_path: Path) -> None:
    path = tmp_path / "grows.rules"
    path.write_text(GAME.format(turn="    nothing\n") + f"value asked: {expression}\n")
    counters = {"high": MOST_NUMBER, "low": LEAST_NUMBER, ("points", 0): MOST_NUMBER, ("points", 1): -2}
    assert rulespec.load(path).at(players=2, counters=counters).value("asked") == value


def test_no_position_begins_beyond_the_bound(tmp_path: Path) -> None:
    rules = play("    nothing\n", tmp_path).rules
    for number in (MOST_NUMBER + 1, LEAST_NUMBER - 1, 10**5000):
        with pytest.raises(ValueError, match="can never be"):
            rules.at(players=2, counters={"high": number})


@given(st.lists(st.integers(-(2**70), 2**70)))
def test_a_total_is_added_one_after_another(numbers: list[int]) -> None:
    found = 0
    for number in numbers:
        found = min(MOST_NUMBER, max(LEAST_NUMBER, found + number))
    assert total(numbers) == found == held(found)


def test_random_arithmetic_is_the_same_as_in_64_bits(tmp_path: Path) -> None:
    """Sums, differences, products and totals, each beside what 64 bits that stop at their ends would give."""
    dice, asked, wanted = Random(8), [], []
    for _ in range(300):
        text, value = _expression(dice, 4)
        asked.append(text)
        wanted.append(value)
    path = tmp_path / "grows.rules"
    path.write_text(
        GAME.format(turn="    nothing\n") + "".join(f"value v{i}: {text}\n" for i, text in enumerate(asked))
    )
    state = rulespec.load(path).at(players=2, counters={"high": BILLIONS, "low": -BILLIONS})
    assert [state.value(f"v{i}") for i in range(len(asked))] == wanted
    assert sum(value in (MOST_NUMBER, LEAST_NUMBER) for value in wanted) > 50
    assert len(set(wanted)) > 100


def _expression(dice: Random, depth: int) -> tuple[str, int]:
    if depth == 0 or dice.random() < 0.1:
        number = dice.choice([0, 1, 2, 7, 999_999_999])
        return dice.choice([(str(number), number), ("high", BILLIONS), ("low", -BILLIONS)])
    one, other = _expression(dice, depth - 1), _expression(dice, depth - 1)
    word = dice.choice(["plus", "minus", "times"])
    exact = {"plus": one[1] + other[1], "minus": one[1] - other[1], "times": one[1] * other[1]}[word]
    return f"({one[0]}) {word} ({other[0]})", min(MOST_NUMBER, max(LEAST_NUMBER, exact))
