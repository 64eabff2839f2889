"""Long games: what a game costs grows no faster than it does."""

import sys
from collections.abc import Callable
from functools import partial
from itertools import product
from pathlib import Path
from types import FrameType
from typing import Any, Literal

import pytest
from attrs import evolve

import rulespec
from palast.match import Match
from palast.telling import story
from rulespec import Ruleset
from rulespec.game.history import history
from rulespec.records import Record
from rulespec.records.notation import Comment
from rulespec.wording import wording
from rulespec.wording.page import Page
from tests.effort import some

GAME = """ruleset long "A long game"
players {players}
at most {turns} turns
word suit: red, green, blue
numbers price: 1 to 10
cards goods in pile
    1 of each suit in each price
zone pile, shuffled
zone hand of player, seen by owner
zone row, in a row, seen by all
counter points of player
set-up
    players: draw 2 from pile to own hand
turn
{turn}
game ends sold: points of active is less than 0
winners: players, with most own points
score: own points
"""
# What one turn does, and the sizes of a short game and of one that is about twice as long.
TURNS: dict[str, tuple[str, tuple[int, int], tuple[int, int]]] = {
    "many turns": (
        "choose n from 0 to 3|add n to own points|draw 1 from pile to row|move row to pile", (2, 25), (2, 50)
    ),
    "one long turn": (
        "players|    players|        choose n from 0 to 3|        add n to own points", (7, 1), (10, 1)
    ),
    "cards to and fro": (
        "players|    choose c from own hand|    move c to row|    move first of row to own hand", (2, 20), (2, 40)
    ),
}  # fmt: skip


def long_game(folder: Path, turn: str, size: tuple[int, int], engine: Literal["native", "python"] | None) -> Ruleset:
    path = folder / "long.rules"
    lines = "\n".join(f"    {line}" for line in turn.split("|"))
    path.write_text(GAME.format(players=size[0], turns=size[1], turn=lines), "utf-8")
    return rulespec.load(path, engine=engine)


def steps(work: Callable[[], Any]) -> int:
    """How many lines of Python ran."""
    count = 0

    def line(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        count += event == "line"
        return line

    before = sys.gettrace()
    sys.settrace(line)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def told(record: Record) -> None:
    assert all(isinstance(line, str) for line in story(record, Page(100), wording(record.rules, "en")))


def played(rules: Ruleset, players: int) -> Record:
    match = Match(Record(rules.new_game(players), 1))
    match.go_on()
    return match.record


def works(record: Record) -> dict[str, Callable[[], Any]]:
    """What is done with a game."""
    rules, state = record.rules, record.state
    remarks = tuple(Comment(after, "so be it") for after, _ in enumerate(history(state)))
    return {
        "play": partial(played, rules, record.players),
        "tell": partial(told, record),
        "tell remarks": partial(told, evolve(record, comments=remarks)),
        "write": lambda: record.text,
        "read": partial(Record.parse, record.text, rules),
        "log": lambda: state.log,
        "view": lambda: state.view(0).log,
        "why": lambda: state.view(0).why(),
        "history": lambda: [*history(state)],
    }


@pytest.mark.parametrize(("name", "engine"), some([*product(TURNS, (None, "python"))], 2))
def test_a_game_twice_as_long_takes_twice_the_steps_to_play_tell_keep_and_read(
    name: str, engine: Literal["python"] | None, tmp_path: Path
) -> None:
    turn, shorter_one, longer_one = TURNS[name]
    found: dict[str, list[int]] = {}
    for size in (shorter_one, longer_one):
        record = played(long_game(tmp_path, turn, size, engine), size[0])
        found.setdefault("answers", []).append(len([*history(record.state)]))
        for what, work in works(record).items():
            found.setdefault(what, []).append(steps(work))
    shorter, longer = found.pop("answers")
    assert longer > 1.5 * shorter > 40
    assert {what: many for what, many in found.items() if many[1] > 1.15 * many[0] * longer / shorter} == {}
