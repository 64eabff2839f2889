"""`palast impact`: what a variant does to the games, as a table, as JSON and as CSV."""

import csv
import json
import re
from io import StringIO
from pathlib import Path

import pytest

from palast.__main__ import main
from rulespec import impact
from rulespec.experiments.impact.output import measured
from tests.effort import some, tried
from tests.library import ruleset

PAIRS = tried(60, 20)


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["impact", *arguments]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def idle() -> None:
    """A layer that leaves each game as it is."""
    Path("idle.rules").write_text('layer idle "A counter that nothing reads"\nadd counter idle\n', "utf-8")


def test_the_table_the_csv_and_the_json_say_what_the_library_says(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["ksr", "review", "--games", str(PAIRS), "--seed", "3", "--jobs", "1"]
    found = impact(ruleset("ksr"), ruleset("review"), "random", PAIRS, 3)
    table, rows = told(capsys, *given), [*csv.DictReader(StringIO(told(capsys, *given, "--csv")))]
    data = json.loads(told(capsys, *given, "--json"))
    assert table.startswith("ksr (base) and review (variant): pairs of games with 3 players, seed 3\n")
    assert f"{PAIRS} pairs of games, random players, stopped at the requested number\n" in table
    assert "This holds for random players" in table
    differences = found.trials[0].differences
    assert len(rows) == len(data["measures"]) == len(differences) > 20
    assert {measured(each)[:40].rstrip() for each in differences} <= {line[:40].rstrip() for line in table.splitlines()}
    for row, measure, each in zip(rows, data["measures"], differences, strict=True):
        assert (row["measure"], row["of"], row["told"]) == (each.kind, each.of, each.told)
        assert (float(row["base"]), float(row["variant"])) == (each.base, each.variant)
        assert {name: "" if value is None else str(value) for name, value in measure.items()} == row
    turns = next(line for line in table.splitlines() if line.startswith("turns "))
    assert f"{differences[0].base:,.2f}" in turns and f"{differences[0].variant:,.2f}" in turns
    assert max(map(len, table.splitlines())) <= 140
    assert told(capsys, *given[:-1], "2") == table


def test_too_little_time_is_said_to_be_that(capsys: pytest.CaptureFixture[str]) -> None:
    idle()
    given = ["kuhn", "kuhn+idle.rules", "--agents", "rollouts:1", "--seconds", "1e-9", "--jobs", "2"]
    assert main(["impact", *given]) == 3
    first, *rest = capsys.readouterr().out.splitlines()
    assert first == "Time ran out before any conclusion. Use a higher --seconds."
    assert "1 pair of games, players: rollouts:1, stopped at the time limit" in rest
    assert main(["impact", *given, "--json"]) == 3
    assert json.loads(capsys.readouterr().out)["cut_short"]
    assert "Cut short" not in told(capsys, "kuhn", "kuhn+idle.rules", "--seconds", "1e-9")  # 250 pairs tell something


@pytest.mark.parametrize("columns", some([80, 60, 119], 1))
def test_a_narrow_terminal_has_the_table_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    given = ["ksr", "review", "--games", str(PAIRS), "--seed", "3", "--jobs", "1"]
    found = impact(ruleset("ksr"), ruleset("review"), "random", PAIRS, 3).trials[0].differences
    table = told(capsys, *given)
    head = [line for line in table.splitlines() if not line.startswith(("It is kept: ", "By the other rules: "))]
    assert max(map(len, head)) <= columns  # but what is to be copied
    words = " ".join(table.split())
    for each in found:
        unit = "{:.1%}" if each.in_percent else "{:,.2f}"
        numbers = f"{unit.format(each.base)} {unit.format(each.variant)}"
        assert f"{measured(each)} {numbers}" in words  # nothing of it is cut off
    assert len(found) > 20


@pytest.mark.parametrize(
    ("variant", "rule"), some([("ksr+kanzler", "action Kanzler"), ("ksr+blitz", "value target")], 1)
)
def test_the_game_in_which_the_rule_matters_is_kept_and_replayed(
    capsys: pytest.CaptureFixture[str], variant: str, rule: str
) -> None:
    assert main(["impact", "ksr", variant, "--games", "30", "--jobs", "1"]) == 0
    out = capsys.readouterr().out
    lines = out.splitlines()
    assert any(line.startswith("A game where the rule matters, in pair 0 after ") for line in lines)
    at = lines.index(f"Cause: these blocks differ: {rule}.")
    replay, under = (line.partition(": palast ")[2].split() for line in lines[at + 1 : at + 3])
    assert Path(replay[-1]).parent == Path(".palast")
    assert main(replay) == 0
    assert "base: " in " ".join(capsys.readouterr().out.split())
    assert main(under) == 1
    assert re.search("the game differs|is illegal", capsys.readouterr().out)
    assert main(["impact", "ksr", variant, "--games", "30", "--jobs", "1"]) == 0  # and it is kept only once
    assert [*Path(".palast").iterdir()] == [Path(replay[-1])]
    assert capsys.readouterr().out == out


def test_rules_that_are_the_same_are_said_to_be_that_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "ksr", "ksr", "--agents", "random", "--agents", "ismcts").splitlines() == [
        "ksr (the first) (base) and ksr (the second) (variant): no game was played",
        "",
        "Both rulesets are the same, block by block, so every game stays the same.",
    ]
    data = json.loads(told(capsys, "ksr", "ksr", "--json"))
    assert (data["alike"], data["trials"], data["measures"], data["mattered"]) == (True, [], [], None)
    assert len(told(capsys, "ksr", "ksr", "--csv").splitlines()) == 1


def test_what_kinds_of_players_agree_on_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    idle()
    table = told(capsys, "ksr", "ksr+idle.rules", "--games", "40", "--agents", "random", "--agents", "random")
    assert "True with all of these players: no clear effect." in table
    assert "No pair differs in any measure." in table
    seats = told(capsys, "mau-mau", "mau-mau+idle.rules", "--games", "3", "--agents", "random,rollouts:2")
    assert "3 pairs of games, players: random,rollouts:2," in seats
    assert "This holds for random players" not in seats


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["ksr", "kuhn"], "no number of players suits both rulesets: ksr needs 3, 4, 5 players, kuhn needs 2 players"),
        (["ksr", "review", "--players", "2"], "allowed by both rulesets"),
        (["ksr", "review", "--precision", "0"], "precision must be above 0, not 0.0"),
        (["ksr", "review", "--seconds", "0"], "seconds must be above 0, not 0.0"),
        (["ksr", "review", "--games", "0"], "games must be an integer of at least 1"),
        (["ksr", "review", "--agents", "nobody"], "unknown agent 'nobody'"),
        (["ksr", "review", "--agents", "random,random"], "players must be allowed by both rulesets"),
        (["ksr", "review", "--jobs", "0"], "--jobs must be from 1 to"),
    ],
)
def test_what_makes_no_sense_is_said(capsys: pytest.CaptureFixture[str], given: list[str], said: str) -> None:
    assert main(["impact", *given]) == 2
    out, err = capsys.readouterr()
    assert (out, err.startswith("palast: "), said in err) == ("", True, True), err


def test_a_layer_that_is_not_there_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["impact", "ksr", "ksr+nothing"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and "'nothing'" in err
