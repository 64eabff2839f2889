"""How a name is found: among the library's rulesets, beside the caller, among the examples."""

from pathlib import Path

import pytest

import palast
from palast.__main__ import main
from palast.rulesets import CARDS, EXAMPLES, examples, found, own_layers
from rulespec import RulesError
from rulespec.experiments.scenarios import specs
from rulespec.records import Record

MINE = 'layer {} "of my own"\nreplace value target by players: 1 for 3, 2 otherwise\n'


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in which the caller is."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def own(folder: Path, name: str) -> Path:
    path = folder / f"{name}.rules"
    path.write_text(MINE.format(name), "utf-8")
    return path


def test_every_example_is_found_by_its_name_from_any_folder(here: Path) -> None:
    there = set(EXAMPLES.glob("*/*.rules"))
    assert {path for files in examples().values() for path in files} == there
    assert {found(path.stem) for path in there} == there
    assert len({path.stem for path in (*there, *CARDS.glob("*.rules"))}) == len(there) + len(
        list(CARDS.glob("*.rules"))
    )


def test_a_game_and_a_layer_of_the_examples_are_loaded_by_name(here: Path) -> None:
    assert palast.load("kuhn") == palast.load(EXAMPLES / "games/kuhn.rules")
    assert palast.load("ksr+kanzler") == palast.load(f"ksr+{EXAMPLES / 'house_rules' / 'kanzler.rules'}")
    assert palast.load("magier+frei+blitz").title.endswith("A quick game")


def test_the_examples_are_no_rulesets_of_the_library() -> None:
    assert palast.rulesets() == ("ksr", "magier", "review")
    assert palast.layers() == ("wertung",)


def test_a_file_beside_the_caller_is_found_by_its_name_also_from_a_record_elsewhere(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    own(here, "mine")
    (here / "kept").mkdir()
    assert palast.load("ksr+mine").title.endswith("of my own")
    assert main(["play", "ksr+mine", "--seed", "1", "--record", "kept/evening.game"]) == 0
    monkeypatch.chdir(here.anchor)
    assert Record.read(here / "kept" / "evening.game", palast.load).rules.title.endswith("of my own")
    assert main(["replay", str(here / "kept" / "evening.game")]) == 0


def test_a_file_of_ones_own_comes_before_an_example_and_that_is_told(here: Path) -> None:
    path = own(here, "kanzler")
    with pytest.warns(
        UserWarning, match=r"^using kanzler\.rules for 'kanzler'; give a path to use another file: "
    ) as told:
        assert palast.load("ksr+kanzler").title.endswith("of my own")
    [warning] = told
    assert str(EXAMPLES / "house_rules" / "kanzler.rules") in str(warning.message)
    assert palast.load(f"ksr+{path}").title.endswith("of my own")


def test_a_ruleset_of_the_library_comes_before_a_file_of_ones_own_and_that_is_told(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own(here, "wertung")
    with pytest.warns(UserWarning, match=r"^using .* for 'wertung'; give a path to use another file: wertung\.rules$"):
        assert not palast.load("ksr+wertung").title.endswith("of my own")
    assert palast.load("ksr+wertung.rules").title.endswith("of my own")


def test_the_command_tells_of_two_files_with_one_name_in_one_plain_line(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own(here, "blitz")
    assert main(["rules", "ksr+blitz"]) == 0
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith("palast: using blitz.rules for 'blitz'; ")


def test_the_same_file_found_twice_is_no_clash(
    monkeypatch: pytest.MonkeyPatch, recwarn: pytest.WarningsRecorder
) -> None:
    monkeypatch.chdir(CARDS)
    assert palast.load("ksr+wertung").name
    assert not recwarn.list


def test_a_misspelt_name_of_an_example_is_answered_with_the_name(here: Path) -> None:
    with pytest.raises(palast.RulesError, match="did you mean 'kanzler'"):
        palast.load("ksr+kanzlr")


def test_a_layer_of_one_game_lies_in_a_folder_with_the_name_of_the_game(here: Path) -> None:
    for game in ("kuhn", "mau-mau"):
        (here / f"{game}.rules").write_text((EXAMPLES / "games" / f"{game}.rules").read_text("utf-8"), "utf-8")
        (here / game).mkdir()
        layer = f'layer quick "{game} in no time"\ntried on {game}\n\nreplace at most {len(game)} turns\n'
        (here / game / "quick.rules").write_text(layer, "utf-8")
        rules = palast.load(f"{game}.rules+quick")
        assert rules.title.endswith(f"{game} in no time")
        assert rules == palast.load(f"{here / game}.rules+quick")
        assert [path.name for path in own_layers(here / f"{game}.rules")] == ["quick.rules"]
        path = here / game / "quick.rules"
        assert specs(path, str(path)) == {game: f"{here / game}.rules+{path}"}
    assert found("quick") is None, "it is nothing without its game"
    (here / "mine.rules").write_text("layer mine extends stick-the-dealer\n", "utf-8")
    assert palast.load("euchre+mine.rules").title == f"{palast.load('euchre+stick-the-dealer').title} + mine"
    with pytest.raises(RulesError, match=r"unknown rule file 'stick-the-dealer\.rules'"):
        palast.load("leduc+mine.rules")
    with pytest.raises(RulesError, match="unknown layer 'qiuck'") as caught:
        palast.load("kuhn.rules+qiuck")
    assert "did you mean 'quick'" in str(caught.value)
