"""Completion in the shell: what is completed where, what that costs, and that shells do it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from palast.__main__ import main
from palast.commands import NAMES
from tests.effort import some
from tests.palast.terminal import running

SHELLS = ("bash", "zsh", "fish")
COMPLETED = {
    "palast ": {*NAMES, "--version"},
    "palast exp": {"explain"},
    "palast play k": {"ksr", "kuhn", "kanzler"},
    "palast play ksr --re": {"--record", "--resume"},
    "palast play --resume ev": {"evening.game"},
    "palast play --bots i": {"ismcts"},
    "palast explain ksr+": {"ksr+wertung", "ksr+mine.rules", "ksr+games/"},
    "palast play hearts+o": {"hearts+omnibus", "hearts+openspiel"},
    "palast explain mine.rules+we": {"mine.rules+wertung"},
    "palast explain ksr next ": {"turn"},
    "palast explain ksr action Z": {"Zauberer", "Zofe"},
    "palast sheet kuhn --against led": {"leduc"},
    "palast check m": {"magier", "mau-mau", "mine.rules"},
    "palast fmt ": {"mine.rules", "games/"},
    "palast replay ": {"evening.game", "games/"},
    "palast new x --like ": {"cards", "person", "action", "end", "numbers"},
    "palast new --on rev": {"review"},
    "palast impact ksr review --agents random,is": {"random,ismcts"},
    "palast manual la": {"language"},
    "palast completion ": {*SHELLS},
    "palast nonsense x": set[str](),
    "palast explain missing ": set[str](),
}


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.rules").write_text("layer mine\n", "utf-8")
    Path("evening.game").touch()
    Path("notes.txt").touch()
    Path("games").mkdir()


ONE_AFTER_ANOTHER = """
import argcomplete, json, os, sys
import palast.completion
from palast.__main__ import main
from palast.commands import NAMES, command

for name in NAMES:
    command(name)  # which what was not kept from before asks for
for environment in json.load(sys.stdin):
    if not os.fork():
        os.environ.update(environment)
        main()
    os.wait()
"""


def environment(line: str, shell: str, answer: Path) -> dict[str, str]:
    """How a shell asks what can be completed where this is in front of the cursor, by its protocol."""
    asked = {
        "_ARGCOMPLETE": "1", "_ARGCOMPLETE_SHELL": shell, "_ARGCOMPLETE_IFS": "\n",
        "_ARGCOMPLETE_SUPPRESS_SPACE": "1", "_ARGCOMPLETE_STDOUT_FILENAME": str(answer.absolute()),
        "COMP_LINE": line, "COMP_POINT": str(len(line)), "COMP_TYPE": "9",
    }  # fmt: skip
    return asked | {"_ARGCOMPLETE_DFS": "\t"} if shell == "fish" else asked


def words(answer: Path, shell: str) -> set[str]:
    """What a shell is answered."""
    said = answer.read_text("utf-8") if answer.exists() else ""
    offered = {each.partition("\t")[0] if shell == "fish" else each for each in said.split("\n") if each}
    return {each.partition(":")[0] if shell == "zsh" else each for each in offered}


def asked(line: str, shell: str, *python: str) -> tuple[set[str], str]:
    """What a shell is answered where this is in front of the cursor; and what Python says besides."""
    answer = Path("answer")
    answer.unlink(missing_ok=True)
    done = subprocess.run(
        [sys.executable, *python, "-m", "palast"], env=os.environ | environment(line, shell, answer),
        capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.stdout == ""
    return words(answer, shell), done.stderr


def test_what_can_stand_there_is_offered_by_the_protocol_of_a_shell(tmp_path_factory: pytest.TempPathFactory) -> None:
    """For speed all is asked of one process, which divides each time: otherwise half of the time it would start."""
    folder = tmp_path_factory.mktemp("answers")
    answers = [(line, SHELLS[at % len(SHELLS)], folder / f"{at}") for at, line in enumerate(some([*COMPLETED], 10))]
    done = subprocess.run(
        [sys.executable, "-c", ONE_AFTER_ANOTHER], input=json.dumps([environment(*each) for each in answers]),
        capture_output=True, encoding="utf-8", check=True,
    )  # fmt: skip
    assert done.stdout == done.stderr == ""
    for line, shell, answer in answers:
        offered = words(answer, shell) - {"-h", "--help"}
        wanted = COMPLETED[line]
        if not line.split(" ")[-1]:  # options, too
            offered = {each for each in offered if not each.startswith("--") or each in wanted}
        assert offered == wanted, line


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_is_offered_the_same(shell: str) -> None:
    assert asked("palast explain ksr+w", shell)[0] == {"ksr+wertung"}
    assert asked("palast explain missing n", shell) == (set(), "")
    [word] = asked("palast explain ksr nex", shell)[0]
    assert word.replace("\\", "") == "next turn"


def test_what_was_worked_out_once_is_answered_without_the_engine() -> None:
    for line in ("palast explain ksr ne", "palast play re"):
        asked(line, "bash")
        offered, imported = asked(line, "bash", "-X", "importtime")
        assert offered and "palast.completion" in imported
        assert (
            "rulespec.game.api" not in imported and "palast.commands.explain" not in imported and "lark" not in imported
        )


def test_without_argcomplete_nothing_is_done_and_the_command_says_what_it_needs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("argcomplete", "argcomplete.shell_integration"):
        monkeypatch.setitem(sys.modules, module, None)
    assert main(["completion", "bash"]) == 2
    assert "pip install 'palast[completion]'" in capsys.readouterr().err
    monkeypatch.setenv("_ARGCOMPLETE", "1")
    with pytest.raises(SystemExit) as ended:
        main(["play", "ksr"])
    assert ended.value.code == 1 and capsys.readouterr().out == ""


def _sourced(shell: str, capsys: pytest.CaptureFixture[str]) -> str:
    """A file with what `palast completion` prints for a shell, and the command of this Python."""
    assert main(["completion", shell]) == 0
    text = capsys.readouterr().out
    path = Path(f"completion.{shell}").absolute()
    path.write_text(text, "utf-8")
    program = Path("bin", "palast").absolute()
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m palast "$@"\n', "utf-8")
    program.chmod(0o755)
    return f"{path}"


@pytest.mark.parametrize(
    ("shell", "command"),
    [
        pytest.param("bash", ["bash", "--norc", "--noprofile", "-i"], marks=pytest.mark.bash),
        pytest.param("zsh", ["zsh", "-f", "-i"], marks=pytest.mark.zsh),
    ],
)
def test_tab_completes(shell: str, command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    file = _sourced(shell, capsys)
    path = f"{Path('bin').absolute()}{os.pathsep}{os.environ['PATH']}"
    with running(command, 200, PATH=path, PS1="> ", HOME=str(Path().absolute()), INPUTRC="/dev/null") as terminal:
        terminal.wait("> ")
        terminal.type(f"source {file}; echo rea''dy\r", "ready")
        terminal.rest()
        for typed, completed in (
            ("palast expl\t", "ain"),
            ("revi\t", "ew"),
            ("nex\t", "turn"),
            ("\r", "history"),
        ):
            terminal.type(typed, completed)


@pytest.mark.fish
def test_fish_completes(capsys: pytest.CaptureFixture[str]) -> None:
    file = _sourced("fish", capsys)
    path = f"{Path('bin').absolute()}{os.pathsep}{os.environ['PATH']}"
    lines = ("palast expl", "palast play revi", "palast explain ksr nex")
    script = "; ".join([f"source {file}", *(f"complete -C '{line}'" for line in lines)])
    done = subprocess.run(
        ["fish", "--no-config", "-c", script],
        env={**os.environ, "PATH": path, "HOME": str(Path().absolute())},
        capture_output=True, encoding="utf-8", check=True,
    )  # fmt: skip
    completed = [line.partition("\t")[0].replace("\\", "") for line in done.stdout.splitlines()]
    assert completed == ["explain", "review", "next turn"]
