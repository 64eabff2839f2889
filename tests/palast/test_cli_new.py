"""`palast new`: files that work are written, none is overwritten, and what is not said is asked."""

import io
import json
from pathlib import Path

import pytest

from palast.__main__ import main

GAME = """ruleset dice-game "Dice"
players 2
at most 50 turns
counter points of player
turn
    choose pips from 1 to 6, by chance
    choose n from 0 to 1
    add pips to own points
game ends far after turn: own points is at least 20
winners: players, with most own points
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def written() -> list[str]:
    return sorted(str(path) for path in Path().iterdir())


def test_a_draft_is_written_with_its_texts_and_holds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "ace", "--on", "kuhn", "--like", "person"]) == 0
    assert written() == ["ace.de.texts", "ace.en.texts", "ace.rules"]
    said = capsys.readouterr().out
    assert "palast test kuhn+ace.rules" in said and "palast check kuhn+ace.rules" in said
    assert "tried on kuhn\n" in Path("ace.rules").read_text("utf-8")
    assert main(["test", "ace.rules", "--quick", "--games", "1"]) == 0
    assert main(["fmt", "--check", "ace.rules"]) == 0
    assert main(["check", "kuhn+ace.rules", "--games", "5"]) == 0
    capsys.readouterr()
    assert main(["sheet", "kuhn+ace.rules", "--language", "de"]) == 0
    assert "Ace" in capsys.readouterr().out


def test_nothing_is_overwritten(capsys: pytest.CaptureFixture[str]) -> None:
    Path("ace.de.texts").write_text("mine", "utf-8")
    assert main(["new", "ace", "--on", "kuhn", "--like", "person"]) == 2
    assert "ace.de.texts already exists; choose another name" in capsys.readouterr().err
    assert written() == ["ace.de.texts"] and Path("ace.de.texts").read_text("utf-8") == "mine"


def test_a_whole_game_is_written_and_holds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "our-game", "--game"]) == 0
    assert written() == ["our-game.de.texts", "our-game.en.texts", "our-game.rules"]
    assert "palast play our-game.rules" in capsys.readouterr().out
    assert main(["test", "our-game.rules", "--quick", "--games", "1"]) == 0
    assert main(["new", "quick", "--on", "our-game", "--like", "numbers"]) == 0
    assert "tried on our-game\n" in Path("quick.rules").read_text("utf-8")
    assert main(["test", "quick.rules", "--quick", "--games", "1"]) == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["new", "4x", "--on", "kuhn", "--like", "end"],
            "'4x' is not a valid name; use letters, digits",
        ),
        (["new", "a/b", "--on", "kuhn", "--like", "end"], "'a/b' is not a valid name; use letters"),
        (["new", "kuhn", "--on", "kuhn", "--like", "end"], "'kuhn' is taken, by "),
        (
            ["new", "players", "--on", "kuhn", "--like", "end"],
            "'players' is a word of the rule language",
        ),
        (["new", "x" * 101, "--on", "kuhn", "--like", "end"], "choose a shorter name"),
        (["new", "--game"], "--game needs a name; write: palast new NAME --game"),
        (["new", "x", "--game", "--on", "kuhn"], "--game starts a new game; leave out --on and --like"),
        (["new", "x", "--on", "khun", "--like", "end"], "unknown ruleset 'khun'"),
    ],
)
def test_what_cannot_be_is_said_with_a_remedy(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert message in capsys.readouterr().err
    assert written() == []


def test_a_kind_that_a_game_has_not_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    Path("dice-game.rules").write_text(GAME, "utf-8")
    assert main(["new", "x", "--on", "dice-game.rules", "--like", "cards"]) == 1
    assert capsys.readouterr().err.startswith("palast: dice-game is played without cards; try a 'person' instead")
    assert main(["new", "x", "--on", "dice-game.rules", "--like", "person", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["refused"] == "dice-game has no lists of words"
    assert main(["new", "x", "--on", "dice-game.rules", "--like", "end", "--json"]) == 0
    assert set(json.loads(capsys.readouterr().out)) == {"files", "about", "changed", "removed"}
    assert written() == ["dice-game.rules"]


def test_rules_that_lie_elsewhere_are_not_named_in_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    Path("games").mkdir()
    Path("games/dice-game.rules").write_text(GAME, "utf-8")
    assert main(["new", "x", "--on", "games/dice-game.rules", "--like", "numbers"]) == 0
    assert "tried on" not in Path("x.rules").read_text("utf-8")
    assert "palast test games/dice-game.rules+x.rules" in capsys.readouterr().out
    assert main(["test", "games/dice-game.rules+x.rules", "--quick", "--games", "1"]) == 0


def test_what_is_not_said_is_asked_until_it_fits(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("khun\nkuhn\nperon\nperson\nkuhn\nace\n"))
    assert main(["new"]) == 0
    said = capsys.readouterr()
    assert said.out.index("Which rules") < said.out.index("Which kind") < said.out.index("What is the name")
    assert "unknown ruleset 'khun'" in said.err and "did you mean 'person'?" in said.err
    assert "the name 'kuhn' is taken" in said.err
    assert "ace.rules" in written()


@pytest.mark.parametrize("typed", ["", "kuhn\n", "kuhn\nend\n"])
def test_it_ends_where_the_input_does(
    typed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    assert main(["new"]) == 0
    assert capsys.readouterr().out.endswith("\nnothing was written\n") and written() == []
