"""`palast test`: whether the scenarios and laws of rule files hold."""

import json
import re
from os import mkfifo
from pathlib import Path

import pytest

import palast
from palast.__main__ import main
from palast.suites import suites
from rulespec.experiments.suite import run
from tests.drop import AWAY, BESIDE, BROKEN_AWAY, FAILS, GAME, HOLDS, LAYER, OF_OTHERS, SPARE

REMEDY = "add a law (always NAME: CONDITION) or a scenario"


def told(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str]:
    status = main(["test", *map(str, arguments)])
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    return status, out + err


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A working folder with nothing in it."""
    monkeypatch.chdir(tmp_path)


def written(name: str, text: str) -> Path:
    path = Path(name)
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_text(text, "utf-8")
    return path


def line_of(text: str, what: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), 1) if line.startswith(what))


def test_what_holds_is_one_line_and_what_was_looked_at(capsys: pytest.CaptureFixture[str]) -> None:
    file = written("drop.rules", GAME + HOLDS)
    status, out = told(capsys, file, "--games", "3")
    assert status == 0
    first, last = out.splitlines()
    assert first == "drop.rules: .. ok"
    assert re.fullmatch(
        r"all hold: 1 scenario tried in 7 ways, 1 law checked \d+ times, 6 random games with 30 decisions \(seed 0\)",
        last,
    )
    status, out = told(capsys, file, "-v", "--games", "3")
    assert status == 0
    assert f"  scenario played: holds in 7 ways (drop.rules:{line_of(GAME + HOLDS, 'scenario')})\n" in out
    assert re.search(r"\n  always few: held [\d,]+ times \(drop.rules:\d+\)\n", out)


def test_what_fails_is_told_with_what_was_claimed_and_a_game_that_can_be_replayed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = GAME + HOLDS + FAILS
    written("drop.rules", text)
    status, out = told(capsys, "drop.rules", "--save", "games", "--games", "3")
    assert status == 1
    assert "drop.rules: .FF. 2 failed\n" in out
    assert f"\nscenario kept (drop.rules:{line_of(text, 'scenario kept')})\n" in out
    assert "error[E060]: expected 'table has low red', but table has high red 1\n  drop.rules:" in out
    assert f"\nalways fewer (drop.rules:{line_of(text, 'always fewer')})\n" in out
    assert "It fails here: 'always fewer' is violated with 2 players: cards in table is 3" in out
    kept = sorted(Path("games").iterdir())
    assert len(kept) == 2
    for path in kept:
        assert f"to watch it again: palast replay {path}\n" in out
        assert main(["replay", str(path)]) == 0
    assert out.splitlines()[-1].startswith("2 failed: 2 scenarios tried in ")


def test_a_layer_is_tried_on_what_it_names_with_their_scenarios_and_those_beside_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    written("drop.rules", GAME + HOLDS)
    written("more.rules", BESIDE)
    written("longer.rules", LAYER)
    written("spare.rules", SPARE)
    status, out = told(capsys, "longer.rules", "--games", "1")
    assert status == 0
    assert out.splitlines()[:2] == ["longer.rules on drop: ..... ok", "longer.rules on drop+spare: ..... ok"]
    assert told(capsys, "drop+longer.rules", "--games", "1")[1].startswith("drop.rules+longer.rules: ..... ok\n")
    assert told(capsys, "drop", "--games", "1")[1].startswith("drop.rules: ... ok\n")
    assert told(capsys, "more.rules", "--games", "1")[1].startswith("more.rules: . ok\n")


def test_an_inherited_scenario_that_fails_is_named_with_what_to_write_if_that_is_meant(
    capsys: pytest.CaptureFixture[str],
) -> None:
    written("drop.rules", GAME + HOLDS)
    written("away.rules", AWAY)
    status, out = told(capsys, "away.rules", "--games", "1", "--quick")
    assert status == 1
    assert all(said in out for said in BROKEN_AWAY)
    written("away.rules", AWAY.replace("tried on drop", "tried on drop\nchanges played"))
    assert told(capsys, "away.rules", "--games", "1", "--quick")[0] == 0


def test_in_a_folder_each_scenario_and_law_is_tested_once_and_no_file_of_other_programs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, text in {"drop": GAME + HOLDS, "deep/more": BESIDE, "more": BESIDE, "spare": SPARE}.items():
        written(f"house/{name}.rules", text)
    for name, text in OF_OTHERS.items():
        written(f"house/{name}", text)
    Path("house/deep/more.rules").replace("house/deep/unlike.txt")
    status, out = told(capsys, "house", "--games", "1")
    assert status == 0
    assert out.splitlines()[:-1] == ["house/drop.rules: .. ok", "house/more.rules: . ok"]
    written("none/spare.rules", SPARE)
    assert told(capsys, "none") == (2, f"none: no rule file in this folder has a scenario or a law; {REMEDY}\n")
    assert told(capsys, "none", "house/more.rules")[0] == 0


def test_a_file_in_a_folder_that_cannot_be_read_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    written("house/drop.rules", GAME + HOLDS)
    written("house/long.rules", f"{GAME}{HOLDS}# {'long ' * 60_000}\n")
    written("house/snort.rules", OF_OTHERS["snort.rules"] * 20_000)
    Path("house/gone.rules").symlink_to("nowhere.rules")
    Path("house/folder.rules").mkdir()
    mkfifo("house/pipe.rules")
    status, out = told(capsys, "house", "--games", "1")
    assert status == 2
    assert "error[E001]: cannot read the file: No such file or directory\n  house/gone.rules\n  check" in out
    assert re.search(r"error\[E001\]: too many bytes in one rule file: .*\n  house/long.rules\n", out)
    assert "\nhouse/drop.rules: .. ok\n" in f"\n{out}"
    assert "snort" not in out and "pipe" not in out and "folder" not in out


def test_what_is_told_as_json_is_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    written("drop.rules", GAME + HOLDS + FAILS)
    written("spare.rules", SPARE)
    status, out = told(capsys, "drop.rules", "spare.rules", "missing", "--json", "--games", "2")
    assert status == 2
    report = json.loads(out)
    [tested], [refused], [untested] = report["tested"], report["refused"], report["untested"]
    played, kept = tested["scenarios"]
    assert (played["scenario"], played["held"], played["tried"], played["all"]) == ("scenario played", True, 7, True)
    assert (kept["held"], kept["problem"]["code"]) == (False, "E060")
    few, fewer = tested["laws"]
    assert (few["law"], few["held"], few["problem"], few["game"]) == ("always few", True, None, None)
    assert few["looked"] > 10 > fewer["looked"] > 0
    assert fewer["problem"]["line"] == fewer["line"] and fewer["game"].startswith("rulespec record")
    assert tested["games"] == {"2": 2, "3": 2}
    assert (refused["rules"], refused["errors"][0]["code"]) == ("missing", "E010")
    assert (untested["rules"], untested["remedy"]) == ("spare.rules", REMEDY)


def test_after_what_holds_the_small_changes_that_nothing_would_notice_are_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = written("drop.rules", GAME + HOLDS)
    status, out = told(capsys, file)
    told_of, *shown, last = out.splitlines()[2:]
    assert status == 0
    found = re.fullmatch(r"no scenario and no law detects (\d+) of (\d+) small changes:", told_of)
    assert found and 0 < int(found[1]) <= int(found[2]) <= 30
    assert len(shown) == min(3, int(found[1]))
    assert all(re.fullmatch(r"  drop.rules:\d+: .+: .+ -> .+", line) for line in shown), shown
    assert last.endswith("for all of them, with games: palast check drop.rules --mutants")
    changes = json.loads(told(capsys, file, "--json")[1])["changes"]
    assert (changes["tried"], len(changes["unnoticed"])) == (int(found[2]), int(found[1]))
    assert [line[2:] for line in shown] == changes["unnoticed"][:3]
    for less in ("--quick", "--games=2", "-k=played"):
        assert "small change" not in told(capsys, file, less)[1]
    written("fails.rules", GAME + FAILS)
    assert "small change" not in told(capsys, "fails.rules")[1], "something else is to be done first"


def test_a_word_selects_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    written("drop.rules", GAME + HOLDS + FAILS)
    assert told(capsys, "drop.rules", "-k", "PLAYED")[1].startswith("drop.rules: . ok\nall hold: 1 scenario tried")
    assert told(capsys, "drop.rules", "-k", "always few", "-v")[0] == 1
    assert told(capsys, "drop.rules", "-k", "seven") == (
        2,
        "drop.rules:  ok\nno scenario or law has 'seven' in its name\n",
    )


def test_a_law_whose_moment_never_comes_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    written("drop.rules", f"{GAME}always never after round: 1 is 2\n")
    status, out = told(capsys, "drop.rules", "--games", "2")
    assert (status, out.splitlines()[0]) == (0, "drop.rules: . ok")
    assert "\n  always never: never checked, as its moment never came (drop.rules:18)\n" in out


def test_a_game_that_cannot_be_kept_is_told_all_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    written("drop.rules", GAME + FAILS)
    status, out = told(capsys, "drop.rules", "--save", "drop.rules", "--games", "1")
    assert status == 1
    assert out.count("\ncannot save the game in drop.rules: ") == 2
    assert out.splitlines()[-1].startswith("2 failed: ")


def test_what_cannot_be_tested_is_told_with_its_place_and_the_rest_is_tested(
    capsys: pytest.CaptureFixture[str],
) -> None:
    line = line_of(GAME + "always", "always")
    written("drop.rules", GAME + HOLDS)
    written("bad.rules", f"{GAME}always x: cards in hnad is 1\n")
    Path("latin.rules").write_bytes(f"{GAME}always wächter: 1 is 1\n".encode("latin-1"))
    written("alone.rules", "layer alone\nalways x: 1 is 1\n")
    written("audit.rules", OF_OTHERS["audit.rules"])
    written("unchanged.rules", "layer unchanged extends drop\nchanges playde\n")
    refused = ("bad.rules", "latin.rules", "alone.rules", "audit.rules", "missing.rules", "\0", "", "drop+")
    status, out = told(capsys, *refused, "unchanged.rules", "drop.rules", "--games", "1")
    assert status == 2
    assert f"error[E020]: unknown name 'hnad'\n  bad.rules:{line}:20" in out
    assert f"error[E001]: line {line}, column 9 is not UTF-8\n  latin.rules" in out
    assert "error[E017]: 'alone' does not name the ruleset to test it on\n  alone.rules:1:1" in out
    assert "error[E003]: " in out and "audit.rules:2:1" in out
    assert "error[E012]: cannot change 'scenario playde', which does not exist\n  unchanged.rules:2:9" in out
    assert "\ndrop.rules: .. ok\n" in out
    assert out.count(": cannot be tested\n") == len(refused) + 1


def test_a_program_is_given_a_report(capsys: pytest.CaptureFixture[str]) -> None:
    written("drop.rules", GAME + HOLDS + FAILS)
    report = run(suites("drop.rules"), games=1, seed=7)
    assert [each.key for each in report.failed] == ["scenario kept", "always fewer"]
    assert report == run(suites("drop.rules"), games=1, seed=7)
    [tested] = report.tested
    assert tested.suite.rules == palast.load("drop.rules")
    assert capsys.readouterr() == ("", "")


def test_of_many_failures_the_first_five_are_shown_with_their_games(capsys: pytest.CaptureFixture[str]) -> None:
    wrong = "".join(f"\nalways few-{number}: cards in table is at most {number}\n" for number in range(6))
    file = written("drop.rules", GAME + wrong)
    status, out = told(capsys, file, "--games", "2")
    assert status == 1
    assert out.count("It fails here") == 5 and "1 failure more; use -v for their games" in out
    assert out.count("FAILED") == 6
    assert told(capsys, file, "-v", "--games", "2")[1].count("It fails here") == 6
