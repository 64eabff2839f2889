"""The README: a short house rule, whole commands, links and paths that exist. `test_docs` runs its examples."""

import re
import shlex
from pathlib import Path

import pytest

from palast.__main__ import main
from tests.test_docs import RULES

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
LINES = re.findall(r"^```sh\n(.*)\n```$", README, re.MULTILINE)


def test_the_house_rule_has_three_lines() -> None:
    shown, *_ = [each.text for each in RULES if each.page == "README.md"]
    assert len(shown.splitlines()) == 3


def test_the_first_command_plays_a_whole_game(capsys: pytest.CaptureFixture[str]) -> None:
    _, _, command = LINES[0].split(" && ")
    program, *arguments = shlex.split(command)
    assert program == ".venv/bin/palast"
    assert main(arguments) == 0
    out = capsys.readouterr().out
    assert "Round 1" in out
    assert re.search(r"^\w+ wins\b|win together", out, re.MULTILINE)


def test_the_second_command_runs_the_tests_and_so_does_continuous_integration() -> None:
    environment, install, tests = LINES[1].split(" && ")
    assert environment == LINES[0].split(" && ")[0] == "python3 -m venv .venv"
    assert "'.[test]'" in install
    assert tests.startswith(".venv/bin/python -m pytest")
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    [pattern] = re.findall(r"grep -x '(.*)' README\.md", script)
    assert [line for line in README.splitlines() if re.fullmatch(pattern, line)] == [LINES[1]]


def test_no_link_is_dead_where_the_page_is_shown_alone() -> None:
    links = re.findall(r"\]\(([^)]+)\)", README)
    assert links
    assert [link for link in links if not link.startswith("https://")] == []


def test_its_pictures_are_there_and_say_what_they_show() -> None:
    pictures = re.findall(r'(?:src|srcset)="([^"]+)"', README)
    assert pictures
    assert [path for path in pictures if not (ROOT / path).is_file()] == []
    assert README.count("<img ") == len(re.findall(r'<img [^>]*alt="[^"]{20,}"', README))


@pytest.mark.parametrize(
    "path", sorted(set(re.findall(r"`((?:rulespec|palast|cards|examples|tests|docs|benchmarks)/[\w./-]*)`", README)))
)
def test_a_file_that_it_names_exists(path: str) -> None:
    assert (ROOT / path).exists()


def test_it_has_at_most_130_lines() -> None:
    assert len(README.splitlines()) <= 130
