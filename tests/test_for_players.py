"""Counters and notes that players read are not reported because no rule reads them."""

from pathlib import Path

import pytest

from rulespec import load, reformat
from rulespec.experiments.hunt import hunt
from rulespec.game.pipeline import warnings

RULES = """ruleset wishes "A wish is there to be heard"
players 2
at most 20 turns
word suit: one, two
numbers pips: 1 to 4
cards deck in pile
    1 of each suit in each pips
zone pile, shuffled
zone hand of player, seen by owner
zone table of player, in a row, seen by all
note said of player: suit, PROPERTY
counter turns of player, PROPERTY
set-up
    players: draw 4 from pile to own hand
turn
    choose wish from suit
    set own said to wish
    set own turns to 1
    choose card from own hand
    move card to own table
    set own turns to 2
game ends out: every player where own hand is empty
winners: players, with most total pips in own table
"""
CODES = {"W063", "W067", "W070"}


@pytest.mark.parametrize(("written", "found"), [("for players", set[str]()), ("each round", {"W063", "W067"})])
def test_what_players_read_is_not_reported(tmp_path: Path, written: str, found: set[str]) -> None:
    path = tmp_path / "wishes.rules"
    text = RULES.replace("PROPERTY", written)
    path.write_text(text, encoding="utf-8")
    rules = load(path)
    report = hunt(rules, decisions=5_000)
    told = {each.problem.code for each in report.findings} | {each.code for each in warnings(rules)}
    assert told & CODES == found
    assert reformat(text).text == text


def test_what_players_read_changes_no_game() -> None:
    plain = load("wishes", (), texts={"wishes": RULES.replace(", PROPERTY", "")})
    marked = load("wishes", (), texts={"wishes": RULES.replace("PROPERTY", "for players")})
    assert plain.digest == marked.digest
