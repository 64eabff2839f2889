"""The command line as a process: exit statuses, pipes, encodings."""

import ast
import os
import pickle
import re
import signal
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import palast
import rulespec
from palast.__main__ import main
from palast.commandline import interruptible
from tests.effort import some
from tests.palast.terminal import PATIENCE, sleeps

PALAST = [sys.executable, "-m", "palast"]


def modules_after(statement: str) -> set[str]:
    """The modules that are there in a new process after a statement."""
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; {statement}; print(*sys.modules)"],
        capture_output=True, encoding="utf-8", check=True,
    )  # fmt: skip
    return set(done.stdout.splitlines()[-1].split())


def test_a_command_is_started_without_the_others() -> None:
    modules = modules_after("from palast.__main__ import main; main(['manual'])")
    assert {each for each in modules if "commands." in each} == {"palast.commands.command", "palast.commands.manual"}
    assert not {"rulespec.game.api", "rulespec.language.tree.declarations", "lark", "sqlite3"} & modules


def test_the_version_is_told_without_any_command_or_engine() -> None:
    modules = modules_after("from palast.__main__ import main; main(['--version'])")
    ours = {each for each in modules if each.partition(".")[0] in ("palast", "rulespec")}
    assert {each for each in ours if "commands." in each} == {"palast.commands.command"}
    light = {"errors", "exports", "files", "suggest", "tree", "tree.limits", "tree.source"}
    light = {"language", *(f"language.{each}" for each in light), "engine", "engine.extension", "_native"}
    assert {each for each in ours if each.startswith("rulespec.")} <= {f"rulespec.{each}" for each in light}
    assert "lark" not in modules


def test_the_packages_are_imported_without_the_engine() -> None:
    modules = modules_after("import palast, rulespec")
    ours = {each for each in modules if each.partition(".")[0] in ("palast", "rulespec")}
    light = {"rulespec", "rulespec.language"}
    light |= {f"rulespec.language.{each}" for each in ("exports", "files", "tree", "tree.limits")}
    assert ours == {"palast", "palast.rulesets", "rulespec.language.tree.source"} | light
    assert "lark" not in modules


@pytest.mark.parametrize("package", [palast, rulespec], ids=["palast", "rulespec"])
def test_what_is_loaded_when_it_is_asked_for_is_listed_and_is_no_module(package: ModuleType) -> None:
    path = Path(str(package.__file__))
    script = f"import {package.__name__} as package; print(*dir(package), '|', *vars(package))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=True)
    listed, _, there = done.stdout.partition("|")
    later = {*listed.split()} - {*there.split()}
    assert later >= {"State", "Card", "RulesError"}
    assert later <= set(package.__all__) <= set(listed.split()) == {*dir(package)} & {*listed.split()}
    [typed] = [each for each in ast.parse(path.read_text("utf-8")).body if isinstance(each, ast.If)]
    named = {name.name: each.module for each in typed.body if isinstance(each, ast.ImportFrom) for name in each.names}
    assert set(named) == later  # what mypy sees is what there is
    for name in later:
        wanted = getattr(package, name)
        assert wanted is getattr(import_module(str(named[name])), name)
        room = path.parent / name  # once it is loaded, its name would stand for the module
        assert not room.with_suffix(".py").exists() and not (room / "__init__.py").exists()
        assert name == "SPECTATOR" or pickle.loads(pickle.dumps(wanted)) is wanted
    with pytest.raises(AttributeError, match="has no attribute 'contrast'"):
        getattr(package, "contrast")  # noqa: B009


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("palast 0.")


@pytest.mark.parametrize("arguments", [["paly"], ["play"], ["check"], ["--loud"], ["explain"], ["rules", "ksr", "ksr"]])
def test_bad_usage_is_status_2_with_a_message_on_standard_error(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert re.fullmatch(r"palast: [^\n]+; [^\n]+\n", err)


@pytest.mark.parametrize(
    "arguments", some([["play", "ksr", "--seed", "1"], ["explain", "ksr"], ["rules"], ["play", "Wächter"]], 1)
)
def test_a_terminal_without_umlauts_gets_question_marks(arguments: list[str]) -> None:
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([*PALAST, *arguments], capture_output=True, env=env, check=False)
    assert b"Traceback" not in done.stderr
    assert (done.stdout + done.stderr).isascii()
    assert b"?" in done.stdout + done.stderr


@pytest.mark.parametrize("arguments", some([["manual", "language"], ["play", "ksr", "--seed", "1"]], 1))
def test_a_reader_who_goes_away_is_no_error(arguments: list[str]) -> None:
    with subprocess.Popen([*PALAST, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        run.stdout.readline()
        run.stdout.close()
        assert run.stderr.read() == b""


def test_ctrl_c_ends_quietly_with_status_130() -> None:
    arguments = [*PALAST, "play", "ksr", "--seed", "1", "--human", "0"]
    with subprocess.Popen(
        arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as run:  # fmt: skip
        assert run.stdout is not None
        assert run.stderr is not None
        while b"Your choice" not in (seen := run.stdout.read(1) + run.stdout.peek()):  # type: ignore[attr-defined]
            run.stdout.readline()
            assert seen
        while not sleeps(run.pid):
            time.sleep(0.01)
        run.send_signal(signal.SIGINT)
        assert run.wait(PATIENCE) == 130
        assert run.stderr.read() == b""
        assert run.stdout.read().endswith(b"You leave the table; the game is not finished.\n")


def test_ctrl_c_is_not_lost_though_something_is_finalized_just_then() -> None:
    class Last:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGINT)

    def last() -> None:
        Last()
        time.sleep(PATIENCE)

    with interruptible(), pytest.raises(KeyboardInterrupt):
        last()


@pytest.mark.parametrize("module", some(["lark", "palast.match", "attrs"], 2))
def test_ctrl_c_while_it_is_loaded_is_as_quiet(tmp_path: Path, module: str) -> None:
    stop = f"""
import sys
class Stop:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            raise KeyboardInterrupt
sys.meta_path.insert(0, Stop())
"""
    (tmp_path / "sitecustomize.py").write_text(stop, "utf-8")
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run([*PALAST, "play", "kuhn"], capture_output=True, env=env, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


CLOSED = "palast: standard output is closed\n"
FULL = "palast: cannot write to standard output: No space left on device\n"


@pytest.mark.parametrize(
    ("command", "streams", "said"),
    some(
        [
            ("manual", ">&-", CLOSED),
            ("play ksr --seed 1", ">&-", CLOSED),
            ("play ksr --seed 1", ">/dev/full", FULL),
            ("manual language", ">/dev/full", FULL),
            ("--help", ">/dev/full", FULL),
            ("rules", ">&-", CLOSED),
            ("manual", ">&- 2>&-", ""),
            ("explain ksr", ">/dev/full 2>/dev/full", ""),
        ],
        3,
    ),
)
def test_output_that_cannot_be_written_is_status_2_with_a_message(command: str, streams: str, said: str) -> None:
    line = f"exec {sys.executable} -m palast {command} {streams}"
    done = subprocess.run(["sh", "-c", line], capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)


def test_it_runs_from_the_root_of_the_file_system_and_closed_input_leaves_the_table() -> None:
    line = f"exec {sys.executable} -m palast play ksr --seed 1 --human 0 <&-"
    env = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(["sh", "-c", line], cwd="/", capture_output=True, encoding="utf-8", env=env, check=True)
    assert done.stderr == ""
    assert done.stdout.startswith("Palastgeflüster")
    assert done.stdout.endswith("You leave the table; the game is not finished.\n")


@pytest.mark.parametrize(
    ("arguments", "remedy"),
    [
        (["plya", "ksr"], "unknown command 'plya'; did you mean 'play'?"),
        (["play", "ksr", "--plyers", "3"], "unknown option '--plyers'; did you mean '--players'?"),
        (["play", "ksr", "--hmuan=rot"], "unknown option '--hmuan=rot'; did you mean '--human'?"),
        (["replay", "a.game", "--saet", "0"], "unknown option '--saet'; did you mean '--seat'?"),
        (["--verion"], "unknown option '--verion'; did you mean '--version'?"),
        (["play", "ksr", "--save", "a.game"], "unknown option '--save'; see: palast play --help"),
        (["--foo"], "unknown option '--foo'; write the command first: palast COMMAND OPTIONS"),
        (["play", "ksr", "--human", "gleb"], "did you mean 'gelb'?"),
        (["explain", "ksr", "action Zoffe"], "did you mean 'action Zofe'?"),
        (["explain", "ksr", "turn", "action Zoffe"], "did you mean 'action Zofe'?"),
        (["explain", "kser"], "did you mean 'ksr'?"),
        (["manual", "langauge"], "did you mean 'language'?"),
    ],
)
def test_what_is_misspelt_is_told_with_what_it_may_have_meant(
    capsys: pytest.CaptureFixture[str], arguments: list[str], remedy: str
) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert remedy in err


def test_an_answer_that_is_no_text_is_asked_again() -> None:
    env = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    arguments = [*PALAST, "play", "ksr", "--seed", "1", "--human", "0"]
    done = subprocess.run(arguments, input=b"\xff\xfe\nq\n", capture_output=True, env=env, check=True)
    assert b"Unknown name" in done.stdout or b"is not possible here" in done.stdout
    assert done.stderr == b""


def test_a_file_that_does_not_load_is_status_2_without_a_traceback(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "broken.rules"
    file.write_text("ruleset broken\nturn\n    jump\n", "utf-8")
    for name in ("play", "explain", "rules", "check"):
        assert main([name, str(file)]) == 2
        said = "".join(capsys.readouterr())
        assert "Traceback" not in said
        assert "error[E0" in said


def test_a_game_for_which_there_is_not_enough_memory_ends_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "to-and-fro.rules"
    path.write_text(
        """ruleset fro "Cards to and fro"
players 2
at most 2400 turns
numbers price: 1 to 2000
cards goods in pile
    1 of each price
zone pile
zone bin
turn
    move pile to bin
    move bin to pile
game ends never: cards in pile is 1
winners: players
""",
        "utf-8",
    )
    limited = f"""
import resource, sys
from palast.__main__ import main
resource.setrlimit(resource.RLIMIT_AS, (300 << 20, 300 << 20))
sys.exit(main(["play", {str(path)!r}]))
"""
    done = subprocess.run([sys.executable, "-c", limited], capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr) == (2, "palast: out of memory\n")
