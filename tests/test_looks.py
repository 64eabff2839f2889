"""What conditions and values can take to be worked out is bounded when a file is loaded."""

from pathlib import Path

import pytest

from rulespec import RulesError, load

FRAME = """ruleset looks
players 2 to 4
at most 30 turns
numbers pip: 1 to 13
word suit: sun, moon, star, comet
cards deck in market
    1 of each pip in each suit
zone market, seen by all
zone hand of player, seen by owner
counter n
{values}
set-up
    players: draw 5 from market to own hand
turn
    if {condition}: add 1 to n
    otherwise: add 2 to n
game ends late: n is at least 3
winners: players
"""


def written(folder: Path, condition: str, values: str = "") -> Path:
    path = folder / "looks.rules"
    path.write_text(FRAME.format(condition=condition, values=values), "utf-8")
    return path


def doubled(levels: int) -> str:
    return "\n".join(["value v0: n", *(f"value v{each}: v{each - 1} plus v{each - 1}" for each in range(1, levels))])


def totals(levels: int, zone: str) -> str:
    said = [f"value t{each} of card: total t{each - 1} in {zone}" for each in range(1, levels)]
    return "\n".join(["value t0 of card: its pip", *said, f"value all: total t{levels - 1} in {zone}"])


def nested(levels: int, zone: str) -> str:
    condition = "n is 20"
    for each in range(levels):
        condition = f"some card in {zone} where ({condition} or its pip is {each + 20})"
    return condition


TOO_LONG = (
    ("v19 is 3", doubled(20)),
    ("all is 3", totals(4, "market")),
    (nested(6, "market"), ""),
    (nested(9, "hand of players"), ""),
)
FINE = (
    ("v9 is 3", doubled(10)),
    ("all is 3", totals(3, "market")),
    (nested(6, "own hand"), ""),
    (nested(2, "market"), ""),
)


@pytest.mark.parametrize(("condition", "values"), TOO_LONG, ids=["values", "totals", "quantifiers", "hands"])
def test_what_would_take_too_long_is_refused_where_it_begins_to(condition: str, values: str, tmp_path: Path) -> None:
    with pytest.raises(RulesError) as refused:
        load(written(tmp_path, condition, values))
    [problem] = refused.value.errors
    assert problem.code == "E006" and "steps to work this out, there can be at most 1,000,000" in problem.message
    line = (tmp_path / "looks.rules").read_text().splitlines()[problem.line - 1]
    assert line.startswith("value v18:" if "v19" in values else "value all:" if values else "    if some card")


@pytest.mark.parametrize(("condition", "values"), FINE, ids=["values", "totals", "hand", "market"])
def test_what_is_worked_out_in_a_moment_is_played(condition: str, values: str, tmp_path: Path) -> None:
    state = load(written(tmp_path, condition, values)).at(2)
    assert state.turns == 2
