"""The limits of the language: each is in the manual, and what lies beside it plays."""

from pathlib import Path

import pytest

import rulespec
from rulespec import Chance, Decision, Ruleset
from rulespec.language.tree import limits
from rulespec.language.tree.limits import Limit

ROOT = Path(__file__).parent.parent
BASE = (ROOT / "tests" / "rules" / "bad" / "base.rules").read_text("utf-8")


def written(folder: Path, text: str) -> Ruleset:
    path = folder / "game.rules"
    path.write_text(text, "utf-8")
    return rulespec.load(path)


def test_the_manual_names_every_limit() -> None:
    manual = (ROOT / "docs" / "language.md").read_text("utf-8")
    table = manual[manual.index("<!-- limits -->") : manual.index("<!-- /limits -->")]
    rows = {tuple(cell.strip() for cell in row.split("|")[1:4]) for row in table.splitlines()[3:] if row}
    declared = [each for each in vars(limits).values() if isinstance(each, Limit)]
    assert len(declared) > 15
    assert rows == {(f"{each.most:,}", each.of, each.remedy) for each in declared}


def test_a_table_asked_beyond_its_numbers_says_what_is_otherwise_or_none(tmp_path: Path) -> None:
    values = (
        "luck by count: 7 for 1, 5 otherwise", "fate by count: 1 for 0, 2 for 1, 3 for 2", "asked: luck of 19",
        "below: luck of (0 minus 1)", "beyond: fate of 19", "inside: fate of 2", "further: fate of 19 plus 4",
    )  # fmt: skip
    text = BASE + "numbers count: 0 to 2\n" + "".join(f"value {value}\n" for value in values)
    state = written(tmp_path, text).new_game(players=2)
    assert [state.value(name) for name in ("asked", "below", "beyond", "inside", "further")] == [5, 5, None, 3, 4]


def test_one_thing_in_a_table_of_sets_is_a_set_of_one(tmp_path: Path) -> None:
    text = BASE + "value might by players: players for 2, active for 3, players for 4\n"
    rules = written(tmp_path, text)
    assert [rules.new_game(players=n).value("might") for n in (2, 3)] == [(0, 1), (0,)]


def test_the_largest_table_plays(tmp_path: Path) -> None:
    """As many players, cards and turns as there can be, all at once."""
    text = BASE.replace("players 2 to 4", f"players {limits.PLAYERS.most}")
    text = text.replace("at most 100 turns", f"at most {limits.TURNS.most} turns")
    text = text.replace("1 of each rank in each suit", f"{limits.CARDS.most // 4} of each rank in each suit")
    text = text.replace("    move card to table", "    move card to table\n    draw 1 from pile to own hand")
    text = text.replace("some player where own hand is empty", "pile is empty")
    state = written(tmp_path, text).new_game(players=100)
    for _ in range(140):
        assert isinstance(state.pending, Decision | Chance)
        state = state.apply(state.pending.options[0])
    assert (state.turns, len(state.zone("pile"))) == (21, limits.CARDS.most - 120)


@pytest.mark.parametrize("whose", ["own used", "used"])
def test_a_zone_is_refilled_from_what_is_somebodys_by_name(whose: str, tmp_path: Path) -> None:
    """No player draws in a refill, so that nothing is his own."""
    text = BASE.replace("zone pile, shuffled", f"zone used of player\nzone pile, shuffled, refilled from {whose}")
    with pytest.raises(rulespec.RulesError, match="E024"):
        written(tmp_path, text)
    assert written(tmp_path, text.replace(f"from {whose}", "from used of players")).name == "base"


def test_a_layer_may_put_a_reason_twice(tmp_path: Path) -> None:
    (tmp_path / "base.rules").write_text(BASE + "game ends a: 1 is 2\ngame ends b: 1 is 2\n")
    (tmp_path / "top.rules").write_text("layer top extends base\nput a before out\nput b before a\nput out after a\n")
    entries = rulespec.load(tmp_path / "top.rules").composed.entries
    assert [key for key in entries if key.startswith("game ends")] == ["game ends b", "game ends a", "game ends out"]
