"""`palast --help` and the help of each command: groups, shared options, and examples that work."""

import doctest
import re
import shlex
import textwrap
from pathlib import Path

import pytest

import palast.commands
from palast.__main__ import main
from palast.commands import HELP, NAMES, command
from palast.options import flat

FOLDER = Path(palast.commands.__file__).parent
MESSY = 'layer my-house "Our house rules"\nreplace   round ends six:  some player where cards in own display is 6\n'


@pytest.fixture
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a saved game and a house rule, as in the examples."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LANG", "C")
    Path("my-house.rules").write_text(MESSY, "utf-8")


def test_all_commands_are_listed_by_purpose_with_a_first_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == main([]) == 0
    out = capsys.readouterr().out
    assert out.count("\nTry this first:        palast play ksr --players 4 --seed 7\n") == 2
    assert [*HELP] == [line.split()[0] for line in out.partition("Try this first")[0].splitlines() if line[:2] == "  "]
    assert {f"{texts.purpose}:" for texts in HELP.values()} <= {*out.splitlines()}
    assert sorted(HELP) == sorted({path.stem for path in FOLDER.glob("*.py")} - {"__init__", "command"})
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize("name", NAMES)
def test_a_command_has_help_with_groups_and_examples(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert main([name, "--help"]) == 0
    out = capsys.readouterr().out
    chosen, texts = command(name), HELP[name]
    assert f"\nexample:\n{textwrap.indent(texts.example, '  ')}" in out
    assert not {"\noptions:", "\npositional arguments:"} & {*out.splitlines(keepends=True)}
    for title in (*chosen.options, "help"):
        assert f"\n{title}:\n" in out
    assert len(texts.example.splitlines()) <= 9
    assert len(texts.more.splitlines()) <= 3
    assert all(line.startswith(f"$ palast {name}") for line in texts.more.splitlines())


def test_an_option_of_several_commands_means_the_same_in_each() -> None:
    kinds: dict[str, set[tuple[object, object]]] = {}
    for name in NAMES:
        for option in flat(command(name).options):
            kinds.setdefault(option.names[-1], set()).add((option.more.get("type"), option.more.get("metavar")))
    for shared in (
        "--seed",
        "--language",
        "--json",
        "--players",
        "--games",
        "--jobs",
        "--dask",
        "--budget",
        "--agents",
    ):
        assert len(kinds[shared]) == 1, shared


@pytest.mark.usefixtures("_here")
@pytest.mark.parametrize("name", [each for each in NAMES if each not in ("web", "completion")])
def test_an_example_prints_what_its_help_shows(capsys: pytest.CaptureFixture[str], name: str) -> None:
    if name == "replay":
        main(["play", "kuhn", "--seed", "7", "--record", "evening.game"])
    capsys.readouterr()
    line, _, expected = HELP[name].example.partition("\n")
    status = main(shlex.split(line)[2:])
    said = "".join(capsys.readouterr())
    assert status in (0, 1) if name in ("diff", "fmt") else status == 0, said
    wanted = re.sub(r"^ *\.\.\.\n", "...\n", expected.replace("    ...", "..."), flags=re.MULTILINE)
    checker = doctest.OutputChecker()
    assert checker.check_output(f"{wanted}\n", said, doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE), said
