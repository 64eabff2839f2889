"""`palast test`: whether what rule files say of their games holds."""

import json
from pathlib import Path

import pytest

from palast.__main__ import main

LAWS = """layer mine "My own" extends ksr
always six: every player where cards in own hand plus cards in own display is 6
always few after turn: every player where cards in own hand is 6
"""
HOLDS = LAWS.partition("always few")[0]


def told(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str]:
    status = main(["test", "--games", "1", *map(str, arguments)])
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    return status, out + err


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(name: str, text: str) -> Path:
    path = Path(name)
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_text(text, "utf-8")
    return path


@pytest.mark.usefixtures("here")
def test_laws_that_hold_are_one_line_and_what_was_looked_at(capsys: pytest.CaptureFixture[str]) -> None:
    file = written("mine.rules", HOLDS)
    status, out = told(capsys, file)
    assert status == 0
    first, last = out.splitlines()
    assert first == "mine.rules: . ok"
    assert last.startswith("all hold: 1 law, looked at ") and last.endswith(" decisions (seed 0)")
    assert " in 3 games " in last
    status, out = told(capsys, file, "-v")
    assert "\n  always six: held " in out and "(mine.rules:2)\n" in out


@pytest.mark.usefixtures("here")
def test_a_broken_law_is_a_game_that_can_be_replayed(capsys: pytest.CaptureFixture[str]) -> None:
    written("mine.rules", LAWS)
    status, out = told(capsys, "mine.rules", "--save", "games")
    assert status == 1
    assert "mine.rules: F. 1 failed\n" in out
    assert "mine.rules:3:1" in out and "Here it fails: 'always few' does not hold: " in out
    [kept] = Path("games").iterdir()
    assert f"to see it again: palast replay {kept}\n" in out
    assert "    # 'always few' does not hold: " in kept.read_text("utf-8")
    assert main(["replay", str(kept)]) == 0


@pytest.mark.usefixtures("here")
def test_what_is_told_as_json_is_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    written("mine.rules", LAWS)
    status, out = told(capsys, "mine.rules", "--json")
    assert status == 1
    [tested] = json.loads(out)["tested"]
    six, few = tested["laws"]
    assert (six["law"], six["line"], six["held"], few["law"], few["held"]) == (
        "always six",
        2,
        True,
        "always few",
        False,
    )
    assert six["looked"] > 100 and few["looked"] >= 1
    assert few["problem"]["line"] == 3 and few["game"].startswith("rulespec record")


@pytest.mark.usefixtures("here")
def test_a_word_selects_laws(capsys: pytest.CaptureFixture[str]) -> None:
    written("mine.rules", LAWS)
    status, out = told(capsys, "mine.rules", "-k", "SIX")
    assert (status, out.splitlines()[0]) == (0, "mine.rules: . ok")
    status, out = told(capsys, "mine.rules", "-k", "seven")
    assert status == 2
    assert "'seven'" in out


@pytest.mark.usefixtures("here")
def test_in_a_folder_every_file_is_tested_that_has_a_law_and_no_file_of_other_programs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    written("house/mine.rules", HOLDS)
    written("house/two/two.rules", HOLDS.replace("mine", "two"))
    written("house/audit.rules", "-w /etc/passwd -p wa\n")
    written("house/plain.rules", "layer plain extends ksr\n")
    status, out = told(capsys, "house")
    assert status == 0
    assert [line.partition(":")[0] for line in out.splitlines()] == [
        "house/mine.rules",
        "house/two/two.rules",
        "all hold",
    ]
    written("none/plain.rules", "layer plain extends ksr\n")
    status, out = told(capsys, "none")
    assert (status, out) == (2, "none: no rule file in this folder has a law; write one: always NAME: CONDITION\n")
    status, out = told(capsys, "none", "house")
    assert status == 0


@pytest.mark.usefixtures("here")
def test_what_cannot_be_tested_is_told_with_its_place_and_the_rest_is_tested(
    capsys: pytest.CaptureFixture[str],
) -> None:
    written("mine.rules", HOLDS)
    written("bad.rules", "layer bad extends ksr\nalways x: cards in hnad is 1\n")
    Path("latin.rules").write_bytes("layer bad extends ksr\nalways wächter: 1 is 1\n".encode("latin-1"))
    written("alone.rules", "layer alone\nalways x: 1 is 1\n")
    status, out = told(
        capsys, "bad.rules", "latin.rules", "alone.rules", "missing.rules", "\0", "", "mine.rules", "ksr+"
    )
    assert status == 2
    assert "error[E020]: unknown name 'hnad'\n  bad.rules:2:20" in out
    assert "error[E001]: line 2, column 9 is not UTF-8\n  latin.rules" in out
    assert "alone.rules:1:1" in out and "RULESET+alone.rules" in out
    assert "mine.rules: . ok\n" in out
    assert out.count("does not load\n") == 7
