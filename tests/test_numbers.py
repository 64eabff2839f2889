"""Numbers in play: each fits 64 bits, what would go beyond stops there, and everything that tells of it still works."""

from collections.abc import Iterator
from fractions import Fraction
from math import ceil, floor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import palast
import rulespec
from rulespec import Over, State
from rulespec.adapters.encoding.actions import Encoding
from rulespec.adapters.encoding.observations import Observations
from rulespec.engine.python.numbers import held, total
from rulespec.language.tree import statements as s
from rulespec.language.tree.bounds import Bounds, quotient, remaining
from rulespec.language.tree.division import divided_down, divided_up, remainder
from rulespec.language.tree.limits import LEAST_NUMBER, MOST_NUMBER
from rulespec.records import Record
from rulespec.rules.resolve.bounds import bounds, chosen
from rulespec.rules.rulebook import EngineName

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
        ("low divided by (0 minus 1) rounded down", MOST_NUMBER),
        ("remainder of low divided by (0 minus 1)", 0),
        ("high divided by 0 rounded up", 0),
        ("7 divided by 2 rounded up times 3 plus remainder of 7 divided by 4", 15),
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
    """Sums, differences, products and quotients, each beside what 64 bits that stop at their ends would give."""
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
    ways = list(_reckoned(*one, *other))
    said, exact = dice.choice(ways[:3] if dice.random() < 0.8 else ways[3:])
    return said, min(MOST_NUMBER, max(LEAST_NUMBER, exact))


def _reckoned(said: str, one: int, by: str, other: int) -> Iterator[tuple[str, int]]:
    yield f"({said}) plus ({by})", one + other
    yield f"({said}) minus ({by})", one - other
    yield f"({said}) times ({by})", one * other
    down, up = (floor(Fraction(one, other)), ceil(Fraction(one, other))) if other else (0, 0)
    yield f"({said}) divided by ({by}) rounded down", down
    yield f"({said}) divided by ({by}) rounded up", up
    yield f"remainder of ({said}) divided by ({by})", one - other * down if other else 0


@pytest.mark.parametrize("engine", ["python", "native"])
def test_both_engines_divide_alike(engine: EngineName, tmp_path: Path) -> None:
    ends = [LEAST_NUMBER, LEAST_NUMBER + 1, MOST_NUMBER, -7, -3, -2, -1, 0, 1, 2, 3, 7]
    ways = ("high divided by low rounded down", "high divided by low rounded up", "remainder of high divided by low")
    found = [f"    set q{at} to {way}\n" for at, way in enumerate(ways)]
    path = tmp_path / "grows.rules"
    game = GAME.replace("high is less than 0", "points of active is 1")
    counters = "".join(f"counter q{at}\n" for at in range(3))
    path.write_text(game.format(turn="    choose n from 0 to 1\n" + "".join(found)) + counters)
    rules = rulespec.load(path, engine=engine)
    for one in ends:
        for other in ends:
            state = rules.at(players=2, counters={"high": one, "low": other}).apply("1")
            exact = [value for _, value in _reckoned("", one, "", other)][3:]
            assert [state.counter(f"q{at}") for at in range(3)] == [min(MOST_NUMBER, each) for each in exact]


ENDS = st.none() | st.integers(-12, 12)


@given(ENDS, ENDS, ENDS, ENDS, st.integers(-40, 40), st.integers(-40, 40))
def test_what_is_divided_is_bounded(low: Any, high: Any, least: Any, most: Any, one: int, other: int) -> None:
    within = [(one, (low, high)), (other, (least, most))]
    assume(all(_is_within(number, ends) for number, ends in within))
    for divided in (divided_down, divided_up):
        assert _is_within(divided(one, other), quotient((low, high), (least, most), divided))
    assert _is_within(remainder(one, other), remaining((low, high), (least, most)))


def _is_within(number: int, ends: Bounds) -> bool:
    return (ends[0] is None or ends[0] <= number) and (ends[1] is None or number <= ends[1])


NAMED = """ruleset named "Numbers that have a name"
players 2
at most 9 turns
word help: scan, look
numbers pips: 2 to 3, 5
cards deck in pile
    1 of each help in each pips
zone pile, seen by all
counter scans, never above 4
counter own-scans of player, never below 0, never above 6
value twice of pips: it times 2
turn
    each pips: perform scan (that pips) times
    each (pips, where it is at most 3): perform scan (twice of that pips) times
    choose one from pips
    perform scan one times
    choose few from 1 to 2
    perform scan (few times 2) times
    choose a and b from own-scans of players
    perform scan b times
    choose m and k from pips, by chance
    perform scan k times
    perform scan (highest twice in pips) times
game ends late: scans is 4
winners: players
action scan: add 1 to scans
action look: nothing
"""


def test_whatever_way_a_number_has_got_its_name_it_is_bounded(tmp_path: Path) -> None:
    path = tmp_path / "named.rules"
    path.write_text(NAMED)
    rules = rulespec.load(path).resolved
    known = chosen(rules, 6, 2)
    assert known == {
        "that pips": (2, 5), "one": (0, 5), "few": (0, 2), "a": (0, 6), "b": (0, 6), "m": (0, 5), "k": (0, 5),
    }  # fmt: skip
    often = [each.times for each in rules.within(s.Perform) if each.times is not None]
    assert [bounds(each, rules, 6, 2, known)[1] for each in often] == [5, 10, 5, 4, 6, 5, 10]
