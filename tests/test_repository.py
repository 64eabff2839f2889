"""The repository among the examples, as it stands: its workflow's own lines, its hooks, and what its README says."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from palast.__main__ import main
from tests.effort import DEEP
from tests.library import ROOT

Run = Callable[[str], tuple[int, str]]
EXAMPLE = ROOT / "examples" / "repository"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A copy of it."""
    return shutil.copytree(EXAMPLE, tmp_path / "repository")


def in_a_shell(line: str) -> tuple[int, str]:
    """The exit status of a line in this folder, and what it said; without a network."""
    program = Path("..", "bin", "palast").absolute()
    program.parent.mkdir(exist_ok=True)
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m palast "$@"\n', "utf-8")
    program.chmod(0o755)
    path = os.pathsep.join((str(program.parent), str(Path(sys.executable).parent), os.environ["PATH"]))
    done = subprocess.run(
        ["bash", "-e", "-c", line], capture_output=True, encoding="utf-8", check=False, stdin=subprocess.DEVNULL,
        env={**os.environ, "PATH": path, "PIP_NO_INDEX": "1"},
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


@pytest.fixture
def ran(repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """The exit status of a line in the repository, and what it said; for speed, palast runs in this process."""
    monkeypatch.chdir(repository)
    for name, value in {**WORKFLOW["env"], "GITHUB_WORKSPACE": str(repository)}.items():
        monkeypatch.setenv(name, value)

    def run(line: str) -> tuple[int, str]:
        if DEEP or not line.startswith("palast "):
            return in_a_shell(line)
        with open(os.devnull, encoding="utf-8") as nothing:
            monkeypatch.setattr(sys, "stdin", nothing)
            status = main(shlex.split(line)[1:])
        return status, "".join(capsys.readouterr())

    return run


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text("utf-8"))


WORKFLOW = read(EXAMPLE / ".github" / "workflows" / "rules.yml")
STEPS = [step["run"] for step in WORKFLOW["jobs"]["rules"]["steps"] if "run" in step]
QUICK = "--games 2 rules/short-evening.rules"  # for speed: the other one is tried by the step before
LINES = [line.replace("--games 500 rules/*.rules", QUICK) for line in STEPS]
HOOKS = read(EXAMPLE / ".pre-commit-config.yaml")["repos"][0]["hooks"]


@pytest.mark.usefixtures("ran")
def test_the_workflow_passes_in_a_shell() -> None:
    assert len(STEPS) == 4 and LINES != STEPS
    for line in LINES:
        status, said = in_a_shell(line)
        assert status == 0, said
        assert "::error" not in said and "::warning" not in said


@pytest.mark.parametrize(
    ("old", "new", "steps"),
    [
        ("is less than 75\n", "is  less than 75\n", ["fmt"]),
        ("game ends home\n", "game goes on\n", ["test"]),
        ("replace game", "replace gaem", ["fmt"]),
    ],
)
def test_the_workflow_shows_what_is_wrong_at_its_line(
    repository: Path, ran: Run, old: str, new: str, steps: list[str]
) -> None:
    (repository / "rules" / "nosy-marshal.rules").unlink()  # for speed
    rules = repository / "rules" / "short-evening.rules"
    text = rules.read_text("utf-8")
    at = text[: text.rindex(old)].count("\n") + 1
    rules.write_text(text.replace(old, new), "utf-8")
    for line in (each for each in LINES if each.split()[1] in steps):
        status, said = ran(line)
        assert status != 0
        assert f"\n::error file=rules/short-evening.rules,line={at}," in f"\n{said}"


def test_the_hooks_do_what_they_say_and_are_those_that_the_project_offers(repository: Path, ran: Run) -> None:
    offered = read(ROOT / ".pre-commit-hooks.yaml")
    assert [{**each, "language": ""} for each in HOOKS] == [
        {key: value for key, value in {**each, "language": ""}.items() if key != "description"} for each in offered
    ]
    files = sorted(path.relative_to(repository).as_posix() for path in repository.rglob("*") if path.is_file())
    rules = repository / "rules" / "short-evening.rules"
    text = rules.read_text("utf-8")
    rules.write_text(text.replace("own points is less", "own points   is less"), "utf-8")
    for hook in HOOKS:  # pre-commit names what has changed
        wanted = [file for file in files if re.search(hook["files"], file)]
        assert wanted == ["rules/nosy-marshal.rules", "rules/short-evening.rules"]
        status, said = ran(f"{hook['entry']} rules/short-evening.rules")
        assert status == 0, said
    assert rules.read_text("utf-8") == text


def test_the_readme_names_each_rule_and_commands_that_work(ran: Run) -> None:
    readme = (EXAMPLE / "README.md").read_text("utf-8")
    named = re.findall(r"^\| `([\w-]+)` \|", readme, re.MULTILINE)
    assert named == sorted(path.stem for path in (EXAMPLE / "rules").glob("*.rules"))
    commands = re.findall(r"^palast .*$|`(palast sheet .*)`", readme, re.MULTILINE)
    assert len(commands) == 3
    for line in (*re.findall(r"^palast .*$", readme, re.MULTILINE), *filter(None, commands)):
        status, said = ran(line)
        assert status == 0, said
