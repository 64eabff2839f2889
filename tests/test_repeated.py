"""Actions that are performed so many times: how often, by whom, and what is known of it before play."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from rulespec import Chance, Decision
from rulespec.adapters.encoding import limits
from tests.framed import Write, writing
from tests.test_native import in_step

FRAME = """ruleset game "Actions again and again"
players 2 to 3
at most 20 turns
word help: scan, spend, gain
cards goods in pile
    20 of each help
zone pile
zone bin, seen by all
zone hand of player, seen by owner
counter points of player, never below 0, never above 9
counter clock
set-up
    players: draw 3 from pile to own hand
action scan
    draw 1 from pile to own hand
action spend
    add 10 to clock
    choose card from own hand
    move card to bin
    add 1 to clock
action gain
    add 1 to own points
    perform scan 2 times
game ends far: clock is at least 60
winners: players, with most own points
"""


@pytest.fixture
def write(tmp_path: Path) -> Write:
    return writing(tmp_path, f"{FRAME}turn\n    ", "\n    choose end from own hand\n    move end to bin\n")


@pytest.mark.parametrize(
    ("said", "points", "cards"),
    [
        ("perform gain 3 times", 3, 6),
        ("perform gain ((smaller of clock and 4) minus 1) times", 0, 0),
        ("perform gain own points times", 0, 0),
        ("players: perform gain 1 times", 1, 2),
        ("add 2 to own points\n    perform gain own points times", 4, 4),  # how often is known before the first
        ("perform gain (smaller of cards in bin and 5) times", 0, 0),
    ],
)
def test_an_action_is_performed_so_many_times(write: Write, said: str, points: int, cards: int) -> None:
    state = write(said).at(2, zones={("hand", 0): ["scan 1"]})
    while isinstance(state.pending, Chance):
        state = state.apply(state.pending.options[0])
    assert isinstance(state.pending, Decision)
    assert state.counter("points", 0) == points and len(state.zone("hand", 0)) == 1 + cards


def test_an_action_that_lapses_is_over_and_the_next_time_comes(write: Write) -> None:
    state = write("perform spend 3 times").at(2, zones={("hand", 0): ["scan 1"], ("hand", 1): ["scan 2"]})
    after = state.apply("scan 1")  # then there is nothing to spend, twice, and the turn lapses, too
    assert (after.active, after.counter("clock")) == (1, 10 + 1 + 10 + 10 + 10)


def test_how_often_is_kept_in_a_position_and_both_engines_go_on_from_it(write: Write) -> None:
    rules = write("choose n from 0 to 4\n    perform spend n times\n    perform gain 2 times")
    seen: Counter[str] = Counter()
    for seed in range(10):
        seen += in_step(rules.game(rules.players[seed % 2]), Random(seed), 60)
    assert seen["Lapse"] >= 3 and seen["ends"] >= 3
    waiting = rules.at(2, zones={("hand", 0): ["scan 1", "scan 2"]}).apply("4")
    assert any(frame == (3,) for frame in waiting.position.stack)


def test_how_often_chance_can_decide_is_counted(write: Write) -> None:
    once, often = (limits(write(f"perform gain{times}").game(2)).draws for times in ("", " 3 times"))
    assert often == once + 20 * 2 * 2
