"""`palast check`: everything that is wrong with a file."""

import json
import re
from pathlib import Path

import pytest

from palast.__main__ import main
from rulespec.experiments.scenarios import specs
from tests.effort import DEEP, tried
from tests.library import ruleset

EXAMPLES = Path(__file__).parents[2] / "examples"
MANY = 120  # games, where there is time
SELF = EXAMPLES / "readings" / "sich-selbst.rules"  # by this one, a round need not end
READINGS = sorted((EXAMPLES / "readings").glob("*.rules"))

BROKEN = """layer broken "three mistakes"
replace action Zofee
    nothing
replace action Zofe
    move hnad to discards
replace winners: players with most points
"""

WALK = """ruleset {name} "Three points and home"
players 2
at most 100 turns
word suit: red, blue
cards deck in pile
    2 of each suit
zone pile, shuffled
zone hand of player, seen by owner
counter points of player
set-up
    players: draw 1 from pile to own hand
turn
    draw 1 from pile to own hand
    choose card from own hand
    move card to pile
    add 1 to own points
game ends home: some player where own points is at least 3
winners: players, with most own points
"""

STEP = """layer step "Another step"
tried on there, back
replace turn
    draw 1 from pile to own hand
    choose card from own hand
    move card to pile
"""


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are kept in the working folder."""
    monkeypatch.chdir(tmp_path)


def checked(capsys: pytest.CaptureFixture[str], *files: str | Path, games: int = 6) -> tuple[int, str]:
    """What is said after as many games as are enough for most; where none is wanted, after none."""
    status = main(["check", *(["--games", str(tried(MANY, games))] if games else ["--quick"]), *map(str, files)])
    out, err = capsys.readouterr()
    assert err == ""
    return status, out


@pytest.mark.parametrize(
    "file", [EXAMPLES / "games/kuhn.rules", EXAMPLES / "games/mau-mau.rules", "ksr", "review+wertung"]
)
def test_a_ruleset_that_loads_says_what_it_is(capsys: pytest.CaptureFixture[str], file: str | Path) -> None:
    rules = ruleset(str(file))
    status, out = checked(capsys, file, games=0)
    assert status == 0
    assert f'{file}: {rules.name} "{rules.title}", ' in out
    assert f", {len(rules.composed.entries)} blocks\n" in out


@pytest.mark.parametrize("then", ["", "    add 2 to own points\n"], ids=["endless", "home"])
def test_a_layer_is_checked_on_each_ruleset_that_it_names(capsys: pytest.CaptureFixture[str], then: str) -> None:
    for name in ("there", "back", "aside"):
        Path(f"{name}.rules").write_text(WALK.format(name=name), "utf-8")
    Path("step.rules").write_text(STEP + then, "utf-8")
    status, out = checked(capsys, "step.rules")
    assert ("[W062]" in out) == (status == 1) == (then == "")
    assert "for there, back\n" in out
    assert "there+step: checked " in out and "back+step: checked " in out and "aside" not in out


@pytest.mark.parametrize(
    "file", READINGS if DEEP else [EXAMPLES / "readings/sechs-zuerst.rules"], ids=lambda path: path.stem
)
def test_a_layer_is_checked_on_the_rulesets_that_it_is_tried_on(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    status, out = checked(capsys, file, games=1)
    assert ("[W062]" in out) == (status == 1) == (file == SELF)
    assert f"for {', '.join(specs(file, str(file)))}\n" in out
    assert "not on" not in out


def test_a_layer_that_does_not_say_is_checked_wherever_it_goes(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "fool.rules"
    file.write_text('layer fool "A fool who draws"\nreplace action Hofnarr: draw 1 from pile to own hand\n', "utf-8")
    out = checked(capsys, file, games=0)[1]
    assert "for ksr, magier\n" in out
    assert "\n  not for review: " in out


def test_all_mistakes_of_a_layer_are_told_once_and_not_for_each_ruleset(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "broken.rules"
    file.write_text(BROKEN, "utf-8")
    status, out = checked(capsys, file)
    assert status == 2
    first = next(line for line in out.splitlines() if line.startswith("error["))
    assert out.count(first) == 1
    assert "a layer that fits nothing until its syntax errors are fixed; the other errors are those with ksr" in out
    assert f"{file}:" in out


@pytest.mark.parametrize("tried", ["", "tried on ksr, magier\n"])
def test_of_a_layer_that_cannot_be_read_only_the_mistake_is_told_and_not_on_what_it_goes(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, tried: str
) -> None:
    file = tmp_path / "unread.rules"
    file.write_text(f"layer unread\n{tried}replace action Zofe\n    choos scrap from own hand\n", "utf-8")
    status, out = checked(capsys, file)
    assert status == 2
    assert "unknown word 'choos'" in out and "goes on" not in out and "RULESET+" not in out
    assert main(["rules", str(file)]) == 0
    told = capsys.readouterr().out
    assert f"cannot be read; for the errors: palast check {file}" in told and "none of" not in told


@pytest.mark.parametrize(
    ("tried", "goes"),
    [("ksr", "does not fit ksr\n"), ("ksr, magier", "fits none of ksr, magier; these ")],
)
def test_of_a_layer_that_names_what_is_not_there_it_is_told_on_what_it_does_not_go(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, tried: str, goes: str
) -> None:
    file = tmp_path / "unfit.rules"
    file.write_text(f"layer unfit\ntried on {tried}\nremove action Zofee\n", "utf-8")
    status, out = checked(capsys, file)
    assert status == 2
    assert "cannot remove 'action Zofee'" in out and f"{file}: a layer that {goes}" in out


def test_a_layer_for_another_game_is_checked_on_that_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "kind.rules"
    layer = 'layer kind "Eights are harmless"\nchanges eight, eight-of-two, drawn\nreplace action Acht\n    nothing\n'
    file.write_text(layer, "utf-8")
    status, out = checked(capsys, file)
    assert status == 2
    assert f"to check it with another ruleset: palast check RULESET+{file}\n" in out
    status, out = checked(capsys, f"{EXAMPLES / 'games' / 'mau-mau.rules'}+{file}")
    assert status == 0
    assert 'mau-mau+kind "Mau-Mau with 32 cards + Eights are harmless"' in out


def test_warnings_are_told_and_make_the_answer_a_no(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "idle.rules"
    file.write_text('layer idle "rests on nothing"\nadd ruling R99 "Who asks?"\n    answer "Nobody."\n', "utf-8")
    status, out = checked(capsys, file, games=0)
    assert status == 1
    assert out.count("warning[W") == 1
    assert "for ksr, magier, review" in out


def test_a_leak_is_told_with_its_clause_and_makes_the_answer_a_no(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "glance.rules"
    file.write_text(
        'layer glance "a look at a hand"\ntried on ksr\nadd note friend: player\nreplace action Zofe\n'
        "    choose scrap from own hand\n"
        "    set friend to own left\n    show scrap to friend\n    set friend to own right\n"
        "    friend\n        choose answer from own hand, preferring its colour is colour of scrap\n",
        "utf-8",
    )
    status, out = checked(capsys, "--seed=2", file, games=12)
    assert status == 1
    assert out.count("warning[W054]") == 1
    assert re.search(
        r"from the options, (rot|gelb|grün|blau|violett) \(\d players\) can infer "
        r"(whether '.+' and '.+' are swapped|a secret answer of another player)",
        out,
    )
    assert f"  {file}:10:38\n" in out


def test_a_game_of_rules_that_no_record_can_name_is_told_without_one(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = tmp_path / "castle #2"
    folder.mkdir()
    for name, cost in (("one", 1), ("two", 2)):
        turn = f"replace turn\n    choose act from deed\n    add {cost} to deeds\n"
        text = f"layer {name}\ntried on kuhn\n{turn}always one-deed: deeds is less than 2\n"
        (folder / f"{name}.rules").write_text(text, "utf-8")
    _, out = checked(capsys, f"kuhn+{folder}/one.rules", games=1)
    assert (
        "always one-deed" in out and "cannot save the game in .palast: a record cannot contain the rules' name" in out
    )
    _, out = checked(capsys, "--json", f"kuhn+{folder}/one.rules", games=1)
    broken = [each for each in json.loads(out)[0]["findings"] if each["code"] == "W050"]
    assert broken and all(each["game"] is None for each in broken)
    two = [f"kuhn+{folder}/{name}.rules" for name in ("one", "two")]
    assert main(["diff", "--json", "--games=2", *two]) == 1
    parted = json.loads(capsys.readouterr().out)["parted"]
    assert parted["what"] == "event" and parted["record"] is None
    assert main(["diff", "--games=2", "--save", "a.game", *two]) == 2
    assert "cannot save the game in a.game: a record cannot contain the rules' name" in capsys.readouterr().err


def test_a_check_can_do_without_a_hunt(capsys: pytest.CaptureFixture[str]) -> None:
    endless = Path(__file__).parents[1] / "rules" / "bad" / "W062_endless.rules"
    assert "[W062]" not in checked(capsys, endless, games=0)[1]
    assert "[W062]" in checked(capsys, endless)[1]


def test_where_the_time_is_over_before_the_first_game_nothing_is_said_of_what_never_came(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["check", "kuhn", "--seconds", "0"]) == 3
    out = capsys.readouterr().out
    assert out.startswith("kuhn: stopped by the time limit before anything was found")
    assert "in 0 games" in out and "clauses" not in out
    assert "note[" not in out
    assert main(["check", "kuhn", "--seconds", "0", "--json"]) == 3
    assert json.loads(capsys.readouterr().out)[0]["cut short"] is True
    assert main(["check", "kuhn", "--seconds", "0", "--mutants"]) == 3
    assert main(["diff", "ksr", "ksr+wertung", "--seconds", "0"]) == 1  # their blocks say something else
    assert main(["diff", "ksr", "ksr", "--seconds", "0"]) == 3


def test_what_cannot_be_read_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    picture = tmp_path / "picture.rules"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n\x00\xff")
    empty = tmp_path / "empty.rules"
    empty.write_bytes(b"")
    for file, message in (
        (tmp_path / "nothing.rules", "No such file"),
        (tmp_path, "is a folder; give"),
        (picture, "not UTF-8"),
        (empty, "the file is empty"),
    ):
        status, out = checked(capsys, file)
        assert status == 2
        assert message in out


def test_one_broken_file_among_several_is_enough_for_status_2(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    status, out = checked(capsys, "ksr", tmp_path / "nothing.rules", EXAMPLES / "games/kuhn.rules", games=0)
    assert status == 2
    assert 'ksr: ksr "' in out
    assert 'kuhn "Kuhn poker", 2 players' in out


def test_a_quick_check_says_that_it_has_tried_no_scenario_and_played_no_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "tried.rules"
    path.write_text(
        "ruleset tried extends kuhn\nscenario wrong\n    given 2 players\n    then\n        game ends fold\n"
    )
    status, told = checked(capsys, path, games=0)
    assert status == 0
    assert told.endswith("no game was played, and 6 scenarios not run; leave out --quick to check that as well\n")
