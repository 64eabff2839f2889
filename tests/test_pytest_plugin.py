"""Rule files in a pytest run: which are collected, as which tests, and what a failing one says."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest_plugins = "pytester"

LAWS = """layer mine "My own" extends ksr
always six: every player where cards in own hand plus cards in own display is 6
always few after turn: every player where cards in own hand is 6
"""
OF_OTHERS = {
    "audit.rules": "# rules of the audit daemon\n-w /etc/passwd -p wa\n",
    "snort.rules": 'alert tcp any any -> any 80 (msg:"scenario 1"; sid:1;)\n',
    "udev.rules": '\ufeff\r\nKERNEL=="sd*", NAME="disk"\r\nalways on\r\n',
    "firestore.rules": "rules_version = '2';\nservice cloud.firestore {\n}\n",
    "sets.rules": "rulesets:\n  - always one\n",
    "empty.rules": "",
    "remarks.rules": "# ruleset\n# always one: 1 is 1\n",
}
PLAIN = 'layer plain "Nothing to test" extends ksr\n\nadd action Kanzler\n    nothing\n'


@pytest.fixture
def house(pytester: pytest.Pytester) -> Path:
    """A folder of house rules, among files of other programs."""
    folder = pytester.mkdir("house")
    (folder / "mine.rules").write_text(LAWS, "utf-8")
    (folder / "plain.rules").write_text(PLAIN, "utf-8")
    for name, text in OF_OTHERS.items():
        (folder / name).write_text(text, "utf-8")
    return folder


def told(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    return pytester.runpytest_inprocess("-p", "pytest_rulespec", "-o", "rule_games=1", *arguments)


@pytest.mark.usefixtures("house")
def test_each_law_is_a_test_with_a_name_a_file_and_a_line(pytester: pytest.Pytester) -> None:
    result = told(pytester, "house", "-v", "--junitxml", "house.xml")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["house/mine.rules::always six PASSED*", "house/mine.rules::always few FAILED*"])
    report = (pytester.path / "house.xml").read_text("utf-8")
    assert 'name="always six"' in report and 'name="always few"' in report


@pytest.mark.usefixtures("house")
def test_a_broken_law_is_told_as_a_game_that_is_kept_and_without_python(pytester: pytest.Pytester) -> None:
    result = told(pytester, "house", "-k", "few")
    result.assert_outcomes(failed=1, deselected=1)
    text = result.stdout.str()
    assert "house/mine.rules:3:1" in text
    assert "Here it fails: 'always few' does not hold: " in text
    assert "Traceback" not in text and not re.search(r"\.py\b", text)
    [kept] = (pytester.path / ".pytest_cache" / "d" / "rulespec").glob("*.game")
    assert f"This game is kept in .pytest_cache/d/rulespec/{kept.name}" in text


def test_a_file_that_does_not_load_is_one_test_that_shows_what_is_wrong(pytester: pytest.Pytester) -> None:
    (pytester.path / "bad.rules").write_text("layer bad extends ksr\nalways x: cards in hnad is 1\n", "utf-8")
    (pytester.path / "latin.rules").write_bytes("layer bad extends ksr\nalways wächter: 1 is 1\n".encode("latin-1"))
    (pytester.path / "test_other.py").write_text("def test_other(): pass\n", "utf-8")
    result = told(pytester, "-rf")
    result.assert_outcomes(passed=1, failed=2)
    text = result.stdout.str()
    assert "error[E020]: unknown name 'hnad'\n  bad.rules:2:20" in text
    assert "error[E001]: line 2, column 9 is not UTF-8\n  latin.rules" in text
    assert "Traceback" not in text


@pytest.mark.usefixtures("house")
def test_options_of_pytest_mean_what_they_always_do(pytester: pytest.Pytester) -> None:
    ids = [line for line in told(pytester, "house", "--collect-only", "-q").stdout.lines if line.startswith("house/")]
    assert ids == ["house/mine.rules::always six", "house/mine.rules::always few"]
    told(pytester, ids[0]).assert_outcomes(passed=1)
    told(pytester, "house", "-x").assert_outcomes(passed=1, failed=1)
    told(pytester, "house", "--lf").assert_outcomes(failed=1)
    told(pytester, "--ignore", "house/mine.rules").assert_outcomes()
    pytester.makeini("[pytest]\nnorecursedirs = house")
    told(pytester).assert_outcomes()


def test_files_of_other_programs_are_left_alone_and_not_read_to_their_end(pytester: pytest.Pytester) -> None:
    for name, text in OF_OTHERS.items():
        (pytester.path / name).write_text(text, "utf-8")
    large = pytester.path / "large.rules"
    large.write_text("-a always,exit -F arch=b64\n", "utf-8")
    with large.open("r+b") as file:
        file.truncate(2**36)  # nothing is written: there are zeros up to there, for whoever reads them
    told(pytester).assert_outcomes()
    found = {path.name for path in pytester.path.glob("*.rules")}
    assert found == {*OF_OTHERS, "large.rules"}
    result = told(pytester, "audit.rules")
    assert result.ret == pytest.ExitCode.USAGE_ERROR


COUNTED = """
import json, sys
def pytest_sessionfinish(session):
    names = {name.partition(".")[0] for name in sys.modules}
    print("\\n", json.dumps(sorted(names & {"rulespec", "palast", "lark", "attrs", "pytest_rulespec"})))
"""


def test_a_run_without_such_files_reads_nothing_of_the_language(pytester: pytest.Pytester) -> None:
    for name, text in OF_OTHERS.items():
        (pytester.path / name).write_text(text, "utf-8")
    (pytester.path / "conftest.py").write_text(COUNTED, "utf-8")
    (pytester.path / "test_other.py").write_text("def test_other(): pass\n", "utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "pytest_rulespec", "-p", "no:hypothesispytest"]
    done = subprocess.run(command, cwd=pytester.path, capture_output=True, text=True, check=False)
    assert "1 passed" in done.stdout, done.stdout + done.stderr
    [line] = [line for line in done.stdout.splitlines() if "[" in line and "%" not in line]
    assert json.loads(line) == ["pytest_rulespec"]
