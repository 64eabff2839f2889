"""Warnings about declared names that nothing uses."""

from pathlib import Path

import pytest

import rulespec
from rulespec.game.pipeline import warnings
from rulespec.language.errors import Problem
from tests.effort import some
from tests.library import CARDS, HOUSE_RULES, READINGS, SHELF

BASE = """ruleset base
players 2
at most 9 turns
word suit: red, blue
numbers rank: 1 to 9
cards deck in pile
    1 of each rank in each suit
zone pile, shuffled
zone hand of player, seen by owner
zone table of player, in a row, seen by all
value target: 3
set-up
    players: draw target from pile to own hand
turn
    choose card from own hand
    move card to own table
game ends out: own hand is empty
winners: players
"""
UNUSED = {  # each with what uses it, in a law, a value or a line of the turn
    "zone attic, seen by all": "    move pile to attic\n",
    "counter limit": "    add 1 to limit\nalways few: limit is at most 9\n",
    "note leader: player": "    set leader to active\n    if leader is active: nothing\n",
    "value handsize: 3": "    if cards in own hand is handsize: nothing\n",
    "value bonus by suit: 1 for red, 2 for blue": "    if bonus of suit of card is 2: nothing\n",
    "call game high if cards in pile is more than 5": "    if game is high: nothing\n",
    "word answer: yea, nay": "    choose reply from answer\n",
    "numbers dice: 1 to 6": "    choose pips from dice\n",
    "action red\n    nothing": "    perform suit of card\naction blue: nothing\n",
}
NAMED = {each: "high" if each.startswith("call") else each.split()[1].rstrip(":,") for each in UNUSED}
ONLY_WRITTEN = {"counter limit": "add 1 to limit", "note leader: player": "set leader to active"}


def told(tmp_path: Path, *texts: str) -> list[Problem]:
    for number, text in enumerate(texts):
        (tmp_path / f"file{number}.rules").write_text(text, "utf-8")
    rules = rulespec.load("+".join(str(tmp_path / f"file{number}.rules") for number in range(len(texts))))
    return [each for each in warnings(rules) if each.code == "W067"]


def with_lines(declared: str, lines: str = "") -> str:
    return BASE.replace("set-up", f"{declared}\nset-up").replace("game ends", f"{lines}game ends")


@pytest.mark.parametrize("declared", UNUSED)
def test_a_name_is_reported_until_something_uses_it(declared: str, tmp_path: Path) -> None:
    (problem,) = told(tmp_path, with_lines(declared))
    assert problem.line == 12 and f"'{NAMED[declared]}'" in problem.message
    assert told(tmp_path, with_lines(declared, UNUSED[declared])) == []


@pytest.mark.parametrize("declared", ONLY_WRITTEN)
def test_a_name_that_rules_only_write_is_reported(declared: str, tmp_path: Path) -> None:
    (problem,) = told(tmp_path, with_lines(declared, f"    {ONLY_WRITTEN[declared]}\n"))
    assert "reads" in problem.message


def test_a_misspelled_block_of_a_layer_gets_the_name_beneath_as_a_suggestion(tmp_path: Path) -> None:
    (problem,) = told(tmp_path, BASE, "layer house\nadd value tarrget: 4\n")
    assert problem.remedy.startswith("did you mean 'replace value target'?")


@pytest.mark.parametrize("level", [0, 1, 2])
def test_every_level_of_a_stack_is_looked_at(level: int, tmp_path: Path) -> None:
    files = [
        BASE,
        "layer low\nadd value lower: target\nadd after turn low\n    if lower is 3: nothing\n",
        "layer high\n",
    ]
    assert told(tmp_path, *files) == []
    files[level] += "add counter idle\n" if level else "counter idle\n"
    (problem,) = told(tmp_path, *files)
    assert Path(problem.path).name == f"file{level}.rules"


@pytest.mark.parametrize("changed", ["replace set-up\n    players: draw 2 from pile to own hand\n", "remove set-up\n"])
def test_a_layer_may_replace_or_remove_the_only_block_that_uses_a_name(changed: str, tmp_path: Path) -> None:
    assert told(tmp_path, BASE, f"layer house\n{changed}") == []


def test_no_shipped_file_is_reported() -> None:
    folders = (CARDS, SHELF, HOUSE_RULES, READINGS)
    paths = [path for folder in folders for path in folder.glob("*.rules")]
    rulesets = [path for path in paths if path.read_text("utf-8").startswith("ruleset")]
    assert len(rulesets) > 15
    for path in some(rulesets, 8):
        found = warnings(rulespec.load(path, library=folders))
        assert not [each for each in found if each.code == "W067"], path
