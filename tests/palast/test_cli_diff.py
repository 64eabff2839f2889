"""`palast diff`: what is different in two rulesets, told block by block and by a game on which they part."""

import json
from pathlib import Path

import pytest

import palast
from palast.__main__ import main
from rulespec.records import Record


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")


def told(capsys: pytest.CaptureFixture[str], *arguments: str, status: int) -> str:
    assert main(["diff", *arguments]) == status
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_a_ruleset_is_the_same_as_itself(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(capsys, "kuhn", "kuhn", "--games", "9", status=0)
    assert out.endswith(" blocks are the same.\n\nNo difference in 9 pairs of games, with 2 players.\n")


def test_the_game_is_kept_and_shows_the_difference_when_it_is_replayed(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(capsys, "ksr", "ksr+frei", "--save", "a.game", status=1)
    assert "palast replay a.game --under ksr+frei" in out
    record = Record.read("a.game", palast.load)
    assert record.comments[-1].text.startswith("the games differ from here: 'Schatzmeister grün' is excluded by")
    assert main(["replay", "a.game", "--under", "ksr+frei"]) == 1
    assert main(["diff", "ksr", "ksr+frei", "--save", "a.game"]) == 2
    assert "a.game already exists" in capsys.readouterr().err


def test_all_of_it_is_there_for_a_program(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(told(capsys, "ksr", "ksr+frei", "--json", status=1))
    assert (found["one"], found["other"], found["alike"]) == ("ksr", "ksr+frei", False)
    assert [each["one"]["key"] for each in found["blocks"]["different"]] == ["value playable"]
    assert found["parted"]["what"] == "option" and found["parted"]["because"] == ["value playable"]
    assert Record.parse(found["parted"]["record"], palast.load("ksr")).state.turns == 2


def test_games_for_other_numbers_of_players_are_not_played(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(capsys, "ksr", "kuhn", status=1)
    assert out.endswith("No number of players fits both rulesets, so no pair of games can be played.\n")


def test_a_file_that_does_not_load_is_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "ksr", "kser"]) == 2
    assert "did you mean 'ksr'?" in capsys.readouterr().err
