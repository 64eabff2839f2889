"""The README: its house rule is the one that is shipped, its commands are whole lines, and its links lead somewhere.

That its examples run is asserted with those of the manual.
"""

import re
import shlex
from pathlib import Path

import pytest

from palast.__main__ import main
from tests.test_docs import RULES

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
LINES = re.findall(r"^```sh\n(.*)\n```$", README, re.MULTILINE)


def test_the_house_rule_is_the_file_that_it_names() -> None:
    [shown] = [each.text for each in RULES if each.page == "README.md"]
    assert shown.rstrip() == (ROOT / "examples" / "house_rules" / "kanzler.rules").read_text("utf-8").rstrip()
    assert len(shown.strip().splitlines()) <= 10


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


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(((?!http)[^)]+)\)", README))))
def test_a_link_leads_to_a_file(link: str) -> None:
    path, _, anchor = link.partition("#")
    assert (ROOT / path).is_file()
    if anchor:
        headings = re.findall(r"^#+ (.+)$", (ROOT / path).read_text("utf-8"), re.MULTILINE)
        assert anchor in [heading.lower().replace(" ", "-") for heading in headings]


@pytest.mark.parametrize(
    "path", sorted(set(re.findall(r"`((?:rulespec|palast|cards|examples|tests)/[\w./-]*)`", README)))
)
def test_a_file_of_the_walk_is_there(path: str) -> None:
    assert (ROOT / path).exists()
