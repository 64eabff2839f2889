"""Rule files in a pytest run: which are collected, as which tests, and what a failing one says."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from rulespec.adapters.pytest_plugin import KEPT  # for speed: what is imported here, no run of `pytester` imports anew
from tests.drop import AWAY, BESIDE, BROKEN_AWAY, FAILS, GAME, HOLDS, LAYER, OF_OTHERS, SPARE

pytest_plugins = "pytester"

ROOT = Path(__file__).parent.parent

COUNTED = """
import json, sys
def pytest_sessionfinish(session):
    names = {name.partition(".")[0] for name in sys.modules}
    print("\\n", json.dumps(sorted(names & {"rulespec", "palast", "lark", "attrs", "pytest_rulespec"})))
"""


@pytest.fixture(autouse=True)
def alone(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs pytest without the plugins that other tests want, once `pytester` has cleared its options."""
    assert pytester.path.is_dir()
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")


@pytest.fixture
def house(pytester: pytest.Pytester) -> Path:
    """A folder of rules, among files of other programs."""
    folder = pytester.mkdir("house")
    files = {"drop": GAME + HOLDS + FAILS, "spare": SPARE, "longer": LAYER, "more": BESIDE}
    for name, text in files.items():
        (folder / f"{name}.rules").write_text(text, "utf-8")
    for name, text in OF_OTHERS.items():
        (folder / name).write_text(text, "utf-8")
    return folder


def told(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    return pytester.runpytest_inprocess("-p", "pytest_rulespec", "-o", "rule_games=2", *arguments)


def ids(pytester: pytest.Pytester, *arguments: str) -> list[str]:
    """The tests that are collected."""
    lines = told(pytester, "--collect-only", "-q", *arguments).stdout.lines
    return [line for line in lines if "::" in line]


@pytest.mark.usefixtures("house")
def test_each_scenario_and_each_law_is_a_test_of_its_file_on_each_ruleset_it_is_tried_on(
    pytester: pytest.Pytester,
) -> None:
    inherited = ["scenario played", "scenario kept", "scenario laid", "always few", "always fewer", "always some"]
    assert ids(pytester, "house") == [
        *(f"house/drop.rules::{name}" for name in ("scenario played", "scenario kept", "always few", "always fewer")),
        *(f"house/longer.rules::{name}[{on}]" for on in ("drop", "drop+spare") for name in _sorted(inherited)),
        "house/more.rules::scenario again",
    ]


def _sorted(names: list[str]) -> list[str]:
    """As they stand after all layers: those of files of scenarios lie directly on their rules."""
    return [*names[:2], "scenario again", *names[2:]]


@pytest.mark.usefixtures("house")
def test_a_test_has_a_name_a_file_and_a_line(pytester: pytest.Pytester) -> None:
    result = told(pytester, "house/drop.rules", "-v", "--junitxml", "house.xml")
    result.assert_outcomes(passed=2, failed=2)
    result.stdout.fnmatch_lines(
        ["house/drop.rules::scenario played PASSED*", "house/drop.rules::scenario kept FAILED*"]
    )
    report = (pytester.path / "house.xml").read_text("utf-8")
    assert 'name="scenario played"' in report and 'name="always fewer"' in report
    lines = (GAME + HOLDS + FAILS).splitlines()
    item = next(
        item for item in pytester.inline_genitems("-p", "pytest_rulespec", "house/drop.rules")[0] if "kept" in item.name
    )
    assert item.location[:2] == ("house/drop.rules", lines.index("scenario kept"))


@pytest.mark.usefixtures("house")
def test_what_fails_is_told_as_a_game_that_is_kept_and_without_python(pytester: pytest.Pytester) -> None:
    result = told(pytester, "house/drop.rules")
    text = result.stdout.str().partition("= FAILURES =")[2].partition("= warnings summary =")[0]
    assert "error[E060]: expected 'table has low red', but table has high red 1\n  house/drop.rules:" in text
    assert "It fails here: 'always fewer' is violated with 2 players: cards in table is 3" in text
    assert "Traceback" not in text and not re.search(r"\.py\b", text)
    kept = sorted((pytester.path / ".pytest_cache" / "d" / KEPT).glob("*.game"))
    assert len(kept) == 2
    for each in kept:
        assert f"Game saved to .pytest_cache/d/rulespec/{each.name}\n" in text


@pytest.mark.usefixtures("house")
def test_an_inherited_scenario_that_fails_is_named_with_what_to_write_if_that_is_meant(
    pytester: pytest.Pytester,
) -> None:
    (pytester.path / "house" / "away.rules").write_text(AWAY, "utf-8")
    result = told(pytester, "house/away.rules", "-k", "played")
    result.assert_outcomes(failed=1, deselected=4)
    assert all(said in result.stdout.str() for said in BROKEN_AWAY)


def test_a_file_that_does_not_load_is_one_test_that_shows_what_is_wrong(pytester: pytest.Pytester) -> None:
    (pytester.path / "bad.rules").write_text(f"{GAME}always x: cards in hnad is 1\n", "utf-8")
    (pytester.path / "latin.rules").write_bytes(f"{GAME}always wächter: 1 is 1\n".encode("latin-1"))
    (pytester.path / "alone.rules").write_text("layer alone\nalways x: 1 is 1\n", "utf-8")
    (pytester.path / "test_other.py").write_text("def test_other(): pass\n", "utf-8")
    result = told(pytester, "-rf")
    result.assert_outcomes(passed=1, failed=3)
    text = result.stdout.str()
    lines = len(GAME.splitlines()) + 1
    assert f"error[E020]: unknown name 'hnad'\n  bad.rules:{lines}:20" in text
    assert f"error[E001]: line {lines}, column 9 is not UTF-8\n  latin.rules" in text
    assert "error[E017]: 'alone' does not name the ruleset to test it on\n  alone.rules:1:1" in text
    assert "Traceback" not in text


@pytest.mark.usefixtures("house")
def test_options_of_pytest_mean_what_they_always_do(pytester: pytest.Pytester) -> None:
    (pytester.path / "house" / "longer.rules").unlink()
    told(pytester, "house/drop.rules::scenario played").assert_outcomes(passed=1)
    told(pytester, "house", "-k", "fewer or again").assert_outcomes(passed=1, failed=1, deselected=3)
    told(pytester, "house", "-x").assert_outcomes(passed=1, failed=1)
    told(pytester, "house", "--lf").assert_outcomes(failed=2)
    told(pytester, "--ignore", "house/drop.rules").assert_outcomes(passed=1)
    pytester.makeini("[pytest]\nnorecursedirs = house")
    told(pytester).assert_outcomes()


@pytest.mark.usefixtures("house")
def test_a_project_says_how_much_is_tried(pytester: pytest.Pytester) -> None:
    result = told(pytester, "house/drop.rules", "-o", "rule_games=many")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["rule_games must be a positive integer, not many"])
    assert "Traceback" not in result.stdout.str()
    failing = ("house/drop.rules::always fewer", "-o", "rule_games=1", "-o", "rule_ways=1")
    told(pytester, *failing).assert_outcomes(failed=1)


def test_names_are_looked_up_where_installed_packages_have_rule_files(pytester: pytest.Pytester) -> None:
    text = "layer mine extends ksr\nalways mine: 1 is 1\n"
    (pytester.path / "mine.rules").write_text(text, "utf-8")
    assert ids(pytester)[-1] == "mine.rules::always mine"
    (pytester.path / "mine.rules").write_text(text.replace("extends ksr", "\ntried on wertung+ksr, ksr"), "utf-8")
    found = ids(pytester)
    assert (found[0], found[-1]) == ("mine.rules::load[wertung+ksr]", "mine.rules::always mine[ksr]")


def test_the_example_of_the_manual(pytester: pytest.Pytester) -> None:
    page = (ROOT / "docs" / "testing.md").read_text("utf-8")
    [rules] = re.findall(r"^```rules [^\n]*\n(layer zulage .*?)^```", page, re.MULTILINE | re.DOTALL)
    [shown] = re.findall(r"^\$ pytest house -v\n(.*?)^\.\.\.", page, re.MULTILINE | re.DOTALL)
    folder = pytester.mkdir("house")
    (folder / "zulage.rules").write_text(rules, "utf-8")
    result = told(pytester, "house", "-v", "-o", "rule_ways=1", "-k", "zofe or six-each or zulage[ksr]")
    assert len(shown.splitlines()) == 3
    for line in shown.splitlines():
        assert any(each.startswith(line) for each in result.stdout.lines), line


def test_files_of_other_programs_are_left_alone_and_not_read_to_their_end(pytester: pytest.Pytester) -> None:
    for name, text in OF_OTHERS.items():
        (pytester.path / name).write_text(text, "utf-8")
    large = pytester.path / "large.rules"
    large.write_text("-a always,exit -F arch=b64\n", "utf-8")
    with large.open("r+b") as file:
        file.truncate(2**36)  # nothing is written: there are zeros up to there, for whoever reads them
    told(pytester).assert_outcomes()
    assert {path.name for path in pytester.path.glob("*.rules")} == {*OF_OTHERS, "large.rules"}
    result = told(pytester, "audit.rules")
    assert result.ret == pytest.ExitCode.USAGE_ERROR


def test_a_run_without_such_files_reads_nothing_of_the_language(pytester: pytest.Pytester) -> None:
    for name, text in OF_OTHERS.items():
        (pytester.path / name).write_text(text, "utf-8")
    (pytester.path / "conftest.py").write_text(COUNTED, "utf-8")
    (pytester.path / "test_other.py").write_text("def test_other(): pass\n", "utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "pytest_rulespec"]
    done = subprocess.run(command, cwd=pytester.path, capture_output=True, text=True, check=False)
    assert "1 passed" in done.stdout, done.stdout + done.stderr
    [line] = [line for line in done.stdout.splitlines() if "[" in line and "%" not in line]
    assert json.loads(line) == ["pytest_rulespec"]


def test_rule_files_are_tested_beside_every_plugin_that_the_test_extra_installs(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD")
    pytester.makefile(".rules", drop=GAME + HOLDS + FAILS)
    run = pytester.runpytest_subprocess("-o", "rule_games=2", "-v", "-p", "no:cacheprovider")
    [plugins] = [line for line in run.stdout.lines if line.startswith("plugins:")]
    assert {"lsp", "xdist", "hypothesis", "asyncio"} <= set(re.findall(r"(\w+)-\d", plugins))
    run.assert_outcomes(passed=2, failed=2)
    assert "did not yield" not in run.stdout.str()
