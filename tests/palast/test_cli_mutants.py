"""`palast check --mutants`: which small changes of a file nothing notices."""

import json
from pathlib import Path

import pytest

from palast.__main__ import main
from tests.nim import NIM

WHOLE = "always whole: cards in (heap plus taken of players) is 9\n"
LAST = """scenario last
    given seat 0 begins
        heap: stick 1, stick 2
        taken of seat 1: the rest
    when
        seat 0 n: 2
        seat 0 draws: stick 1, stick 2
    then
        taken of seat 0: stick 1, stick 2
        game ends over
        winners: seat 1
scenario first
    given seat 0 begins
    then
        offered only 1 or 2 or 3
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def mutated(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    status = main(["check", "--mutants", "--games=20", *arguments])
    out, err = capsys.readouterr()
    assert err == ""
    return status, out


def test_what_nothing_notices_is_shown_with_its_place_and_a_game(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    (folder / "nim.rules").write_text(NIM + WHOLE, "utf-8")
    status, out = mutated(capsys, "nim.rules")
    assert status == 1
    assert "killed by: always whole (2)\n" in out
    assert "No difference in 20 pairs of games:\n  nim.rules:3:1: limit: off by one\n" in out
    assert "\n  nim.rules:10:19: turn: off by one\n    - choose n from 1 to" in out
    assert 'They differ here:\n        nim      Player 1 can answer "1"' in out
    assert out.count("They differ here:") == 5
    assert out.endswith("killed by scenarios, 2 by laws, 3 equivalent in all games, 12 surviving\n")


def test_where_all_is_noticed_it_is_fine(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "nim.rules").write_text(NIM + WHOLE, "utf-8")
    (folder / "nim-tried.rules").write_text(f"scenarios nim-tried extends nim\n{LAST}", "utf-8")
    status, out = mutated(capsys, "nim.rules")
    assert (status, "Surviving" in out) == (0, False)
    assert out.endswith(" equivalent in all games, 0 surviving\n")


def test_programs_can_read_it(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "nim.rules").write_text(NIM + WHOLE, "utf-8")
    status, out = mutated(capsys, "--json", "nim.rules")
    [checked] = json.loads(out)
    [report] = checked["mutants"]
    verdicts = [each["verdict"] for each in report["mutants"]]
    assert status == 1
    assert {word: verdicts.count(word) for word in verdicts} == {"alike": 3, "killed": 2, "survives": 12}
    killed = next(each for each in report["mutants"] if each["verdict"] == "killed")
    assert (killed["by"], killed["at"], killed["line"]) == ("always whole", "nim.rules:14:1", 6)
    games = [each["game"] for each in report["mutants"] if each.get("game")]
    assert len(games) == 5
    assert all("the games differ from here" in game for game in games)


def test_of_a_layer_its_own_blocks_are_changed_on_each_ruleset_that_it_goes_on(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    (folder / "nim.rules").write_text(NIM + WHOLE + LAST, "utf-8")
    (folder / "more.rules").write_text("layer more\nreplace winners: players except active\n", "utf-8")
    status, out = mutated(capsys, "nim.rules+more.rules")
    assert "killed by: scenario last (" in out
    assert "nim.rules:" not in out.replace("nim.rules+more.rules", "")
    _, whole = mutated(capsys, "--all", "nim.rules+more.rules")
    assert "nim.rules:3:1: limit" in whole
    assert status == 0
