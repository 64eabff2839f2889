"""`palast simulate`: games measured, as a table, as JSON and as CSV."""

import csv
import json
from io import StringIO
from pathlib import Path

import pytest

import palast
from palast.__main__ import main
from rulespec import simulate


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["simulate", *arguments]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_the_table_the_csv_and_the_json_say_what_the_library_says(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["ksr", "--games", "40", "--players", "4", "--seed", "3"]
    found = simulate(palast.load("ksr"), "random", 40, 3, players=4)
    table, rows = told(capsys, *given), [*csv.DictReader(StringIO(told(capsys, *given, "--csv")))]
    data = json.loads(told(capsys, *given, "--json"))
    assert found.turns.mean is not None
    assert table.startswith("40 games of ksr with 4 players, seed 3\n")
    assert f"{'turns':48}{found.turns.mean:>9,.2f}{found.turns.least:>9}{found.turns.most:>9}" in table.splitlines()
    by_name = {(row["measure"], row["of"]): row for row in rows}
    assert len(by_name) == len(rows) == len(data["measures"]) > 100
    assert float(by_name["turns", ""]["mean"]) == found.turns.mean
    for seat in found.seats:
        assert int(by_name["games won", seat.name]["count"]) == seat.won
    for block, times in found.rounds_ended.items():
        assert by_name["rounds ended", str(block)]["count"] == str(times)
        assert f"{block} " in table
    for question in found.used:
        asked = ": ".join(question)
        assert float(by_name["asked", asked]["mean"]) == found.asked[question] / 40
        for of, counted in found.used_by.get(question, {}).items():
            assert f"  by {of}" in table
            for word, times in counted.items():
                assert by_name[f"{asked}, by {of}", word]["count"] == str(times)
    assert {"person", "colour"} == {of for by in found.used_by.values() for of in by}
    assert max(map(len, table.splitlines())) <= 120
    assert [
        {name: "" if value is None else str(value) for name, value in row.items()} for row in data["measures"]
    ] == rows


def test_a_game_without_rounds_or_a_score_is_told_without_them(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text = (Path(__file__).parents[1] / "rules" / "bad" / "base.rules").read_text("utf-8")
    Path("plain.rules").write_text(text, "utf-8")
    table = told(capsys, "plain.rules", "--games", "5")
    assert "how rounds ended" not in table
    assert "The rules declare no score" in table
    assert told(capsys, "plain.rules", "--games", "0") == table.splitlines()[0].replace("5", "0", 1) + "\n"


def test_one_game_is_one_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "kuhn", "--games", "1").startswith("1 game of kuhn with 2 players, seed 0\n")


def test_a_file_is_gone_on_with_by_several_processes(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["mau-mau", "--agents", "random,random", "--out", "a.sim"]
    told(capsys, *given, "--games", "20")
    more = told(capsys, *given, "--games", "50", "--jobs", "2")
    assert more == told(capsys, "mau-mau", "--games", "50")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--agents", "nobody"], "unknown agent 'nobody'"),
        (["--agents", "random,random", "--players", "3"], "one item for each of 3 players, not 2"),
        (["--players", "0"], "mau-mau needs 2 to 5 players, not 0"),
        (["--games", "-1"], "games must be an integer of at least 0"),
        (["--players", "100000000000"], "mau-mau needs 2 to 5 players, not 100000000000"),
        (["--agents", "random,random,random", "--players", "2"], "one item for each of 2 players, not 3"),
        (["--out", "."], "cannot open .: this is a folder, not a file; name another file\n"),
        (["--jobs", "0"], "--jobs must be from 1 to"),
        (["--out", "nowhere/a.sim"], "cannot create nowhere/a.sim: folder nowhere does not exist"),
    ],
)
def test_what_makes_no_sense_is_said(capsys: pytest.CaptureFixture[str], given: list[str], said: str) -> None:
    assert main(["simulate", "mau-mau", "--games", "3", *given]) == 2
    out, err = capsys.readouterr()
    assert (out, err.startswith("palast: "), said in err) == ("", True, True), err
