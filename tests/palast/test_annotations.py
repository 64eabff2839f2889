"""`--annotations`: what GitHub shows beside a line is what the command has found there."""

import json
import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palast.__main__ import main
from palast.annotations import annotations
from rulespec.language.errors import Problem, visible
from tests.drop import FAILS, GAME, HOLDS

BROKEN = "ruleset broken\nplayers 2\nturn\n    jump\n"
KINDS = {"error": "error", "warning": "warning", "note": "notice"}


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)
    Path("drop.rules").write_text(GAME + HOLDS + FAILS, "utf-8")
    Path("broken.rules").write_text(BROKEN, "utf-8")
    Path("idle.rules").write_text(f"{GAME}{HOLDS}counter unused\n".replace("ruleset drop", "ruleset idle"), "utf-8")


def shown(out: str) -> list[tuple[str, dict[str, str], str]]:
    """The annotations in an output, as a runner of GitHub reads them: level, properties, message."""
    found = re.findall(r"^::(error|warning|notice) (.*?)::(.*)$", out, re.MULTILINE)
    return [
        (level, {key: unquote(value) for key, value in (each.split("=", 1) for each in said.split(","))}, unquote(text))
        for level, said, text in found
    ]


@given(*[st.text(st.characters(codec="utf-8"), min_size=1)] * 3)
def test_whatever_a_problem_says_is_one_line_and_comes_back(path: str, message: str, remedy: str) -> None:
    [line] = annotations("warning", [Problem("W001", path, 3, 5, message, remedy=remedy)])
    assert "\n" not in line and "\r" not in line
    [(level, said, text)] = shown(line)
    assert (level, said) == ("warning", {"file": visible(path), "line": "3", "col": "5", "title": "W001"})
    assert text == f"{visible(message)}\n{visible(remedy)}"


def test_each_finding_of_a_check_is_shown_at_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    files = ["broken.rules", "drop.rules", "idle.rules", "missing"]
    status = main(["check", *files, "--games", "3", "--json"])
    found = [each for checked in json.loads(capsys.readouterr().out) for each in checked["findings"]]
    assert main(["check", *files, "--games", "3", "--annotations"]) == status == 2
    out = capsys.readouterr().out
    told = [(level, said["file"], said.get("line", "0"), said["title"], text) for level, said, text in shown(out)]
    assert len(told) == len(found)
    for (level, file, line, code, text), each in zip(told, found, strict=True):
        assert (level, file, line, code) == (KINDS[each["level"]], each["path"], str(each["line"]), each["code"])
        assert text == f"{each['message']}\n{each['remedy']}".rstrip()
    assert {level for level, *_ in told} >= {"error", "warning"}
    assert "error[E" in out and "warning[W" in out, "people read the log, too"


def test_a_stretch_ends_where_it_ends(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "broken.rules", "--annotations"])
    stretches = [said for _, said, _ in shown(capsys.readouterr().out) if "endLine" in said]
    lines = BROKEN.splitlines()
    assert len(stretches) > 2
    for said in stretches:
        assert 0 < int(said["line"]) <= int(said["endLine"]) <= len(lines)
        if "endColumn" in said:
            assert said["line"] == said["endLine"]
            assert lines[int(said["line"]) - 1][int(said["col"]) - 1 : int(said["endColumn"]) - 1].strip()
        else:
            assert "col" not in said


def test_what_fails_in_a_test_and_what_would_be_laid_out_anew_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", "drop.rules", "broken.rules", "--games", "1", "--annotations"]) == 2
    told = shown(capsys.readouterr().out)
    assert {said["title"] for level, said, _ in told if said["file"] == "drop.rules"} == {"E060", "W050"}
    assert {said["title"] for level, said, _ in told if said["file"] == "broken.rules"} > {"E030"}
    untidy = GAME.replace("players 2 to 3", "players   2 to 3")
    Path("untidy.rules").write_text(untidy, "utf-8")
    assert main(["fmt", "--check", "--annotations", "untidy.rules", "broken.rules", "missing"]) == 2
    places = [(said["file"], said["line"]) for _, said, _ in shown(capsys.readouterr().out)]
    assert places == [("untidy.rules", "2"), ("broken.rules", "4"), ("missing", "1")]
    assert Path("untidy.rules").read_text("utf-8") == untidy


def test_a_file_is_called_as_from_the_root_of_the_repository(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path))
    inner = tmp_path / "our, rules"
    inner.mkdir()
    (inner / "broken.rules").write_text(BROKEN, "utf-8")
    monkeypatch.chdir(inner)
    for file in ("broken.rules", str(inner / "broken.rules")):
        main(["check", file, "--annotations"])
        assert {said["file"] for _, said, _ in shown(capsys.readouterr().out)} == {"our, rules/broken.rules"}
