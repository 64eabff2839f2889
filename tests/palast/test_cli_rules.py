"""`palast rules`: what there is."""

from pathlib import Path

import pytest

import palast
from palast.__main__ import main

EXAMPLES = Path(__file__).parents[2] / "examples"


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["rules", *arguments]) == 0
    return capsys.readouterr().out


def test_every_ruleset_and_layer_is_listed_with_its_title(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(capsys)
    for name in palast.rulesets():
        assert f"  {name:<14} {palast.load(name).title}\n" in out
    for name in palast.layers():
        assert f"\n  {name:<14} " in out
    assert "fits ksr, magier, review" in out


def test_a_ruleset_names_its_players_its_sources_and_its_layers(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(capsys, "review")
    assert "3 to 5 players" in out
    assert "on top of ksr" in out
    assert 'source 002: "002_18c272aef5e5f069.txt", 16 lines' in out
    assert "layers for it: wertung" in out
    assert "magier" not in out


def test_a_path_to_a_ruleset_tells_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(capsys, str(EXAMPLES / "games/mau-mau.rules"))
    assert "Mau-Mau with 32 cards" in out
    assert "2 to 5 players" in out
    assert "wertung" not in out


def test_a_path_to_a_layer_tells_where_it_goes(capsys: pytest.CaptureFixture[str]) -> None:
    assert "fits magier\n" in told(capsys, str(EXAMPLES / "readings" / "gleichzeitig.rules"))
    assert "fits ksr, magier, review\n" in told(capsys, "wertung")


def test_the_examples_are_listed_apart_each_with_its_title(capsys: pytest.CaptureFixture[str]) -> None:
    before, *shelves = told(capsys).split("examples: ")
    assert "Kuhn poker" not in before
    assert [shelf.partition("\n")[0] for shelf in shelves] == ["broken", "games", "house rules", "readings"]
    assert all("  " + path.stem in "".join(shelves) for path in EXAMPLES.glob("*/*.rules"))


def test_a_game_is_listed_with_the_layers_that_it_alone_has(capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys).splitlines()
    for game in (EXAMPLES / "games").glob("*.rules"):
        [at] = [number for number, line in enumerate(lines) if line.startswith(f"  {game.stem} ")]
        of_its_own = ", ".join(sorted(path.stem for path in game.with_suffix("").glob("*.rules")))
        assert lines[at + 1].partition("layers for it: ")[2] == of_its_own
    assert "layers for it: openspiel\n" in told(capsys, "pig")


def test_an_example_is_told_of_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert "2 players" in told(capsys, "kuhn")
    assert "fits ksr, magier\n" in told(capsys, "narrenfreiheit")


def test_what_is_not_there_is_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "ksx"]) == 2
    assert "did you mean 'ksr'?" in capsys.readouterr().err
