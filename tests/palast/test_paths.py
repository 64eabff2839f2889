"""Every path that a command is given, of every kind: it is taken, or refused in a message, and nothing is lost."""

import os
import re
import resource
import shutil
import signal
from argparse import Action, ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from attrs import frozen

import palast
import pytest_rulespec
from palast.commandline import main
from palast.commands import NAMES, command
from palast.options import add
from rulespec.records import Record
from tests.drop import FAILS, GAME, HOLDS
from tests.effort import some, tried

KUHN = (Path(__file__).parents[2] / "examples/games/kuhn.rules").read_text("utf-8") + "always few: deeds is at most 3\n"
RULES = {"RULES", "A", "B", "BASE", "VARIANT"}
FILES = {"FILE", "FOLDER"}
NO_PATHS = {"N", "S", "P", "STEPS", "SEAT", "NAME", "NAME=VALUE", "NAMES", "WORD", "PAGE", "BLOCK", "ADDRESS"}
ARGUMENTS = {  # of each command, with all that it needs and the place of each path that it takes
    "play": "RULES --seed 1",
    "replay": "FILE",
    "rules": "RULES",
    "sheet": "RULES --against BASE",
    "explain": "RULES",
    "check": "FILE --games 1",
    "new": "NAME --on RULES --like numbers --json",
    "fmt": "FILE",
    "test": "RULES --games 1",
    "laws": "RULES --games 1",
    "profile": "RULES --games 1",
    "diff": "A B --games 5",
    "simulate": "RULES --games 2 --jobs 1",
    "impact": "BASE VARIANT --games 2 --jobs 1",
    "web": "--no-browser",
    "lsp": "",
    "manual": "",
    "completion": "bash",
}
UNSEEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
GUARD = 300  # seconds after which a test that waits for ever is ended; nothing is judged by them


@frozen
class Taken:
    """A place in a command where a path can stand."""

    command: str
    action: Action

    @property
    def name(self) -> str:
        return f"{self.command} {self.action.option_strings[-1] if self.action.option_strings else self.action.metavar}"

    @property
    def is_written(self) -> bool:
        return self.action.dest in ("record", "save", "out", "html", "single")

    def call(self, path: str) -> list[str]:
        given = ARGUMENTS[self.command].split()
        if self.name == "test --save":
            given[0] = "fails.rules"
        if self.name == "diff --save":
            given[1] = "other.rules"
        if self.action.dest == "resume":
            given = []
        if self.action.option_strings:
            given += [self.action.option_strings[-1], path]
        else:
            given[given.index(str(self.action.metavar))] = path
        sound = {"FILE": "kuhn.game" if self.command == "replay" else "kuhn.rules"}
        return [self.command, *("kuhn.rules" if each in RULES else sound.get(each, each) for each in given)]


def taken() -> Iterator[Taken]:
    for name in NAMES:
        parser = ArgumentParser()
        add(parser, command(name).options)
        for action in parser._actions:
            if action.nargs == 0 or action.choices or action.metavar in NO_PATHS:
                continue
            assert action.metavar in RULES | FILES, f"{name} {action.metavar}: say whether this is a path"
            yield Taken(name, action)


TAKEN = list(taken())
LATER = {"check --save"}  # only asked for where a search has found something; `test --save` goes the same way
AS_IT_IS = {"web --out", "web --single"}  # what they write is built first, so only what is there already is refused
BUILT = {"manual --html"}  # in many seconds, so that it is tried by a test of its own (test_manual_site.py)


def nothing(path: Path) -> None:
    """A path to what is not there."""


def circle(path: Path) -> None:
    path.symlink_to(f"{path.name}2")
    path.with_name(f"{path.name}2").symlink_to(path.name)


def below_a_file(path: Path) -> None:
    path.parent.write_text("a file", "utf-8")


def other_text(path: Path) -> None:
    path.write_text("nothing of ours\n", "utf-8")


def no_text(path: Path) -> None:
    path.write_bytes(bytes(range(256)))


REFUSED: dict[str, tuple[str, Callable[[Path], object]]] = {  # by reading; those with a star by writing, too
    "missing": ("missing", nothing),
    "dangling": ("dangling", lambda path: path.symlink_to("nowhere")),
    "folder*": ("folder", lambda path: (path / "in it").mkdir(parents=True)),
    "circle*": ("circle", circle),
    "pipe*": ("pipe", os.mkfifo),
    "to zeros*": ("zeros", lambda path: path.symlink_to("/dev/zero")),
    "full*": ("full", lambda path: path.symlink_to("/dev/full")),
    "a log*": ("log", lambda path: path.symlink_to("/proc/kmsg")),
    "memory*": ("memory", lambda path: path.symlink_to("/proc/self/mem")),
    "other text*": ("other", other_text),
    "no text*": ("bytes", no_text),
    "below a file*": ("file/below", below_a_file),
    "below nothing*": ("no/folder/below", nothing),
    "too long*": ("x" * 300, nothing),
    "nul*": ("nul\0", nothing),
}
STRANGE = ("new\nline", "turned\u202eround", "red\x1b[31m", "half\udcff", "one+two", " blank ", "x" * 240)


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    Path("kuhn.rules").write_text(KUHN, "utf-8")
    Path("other.rules").write_text(KUHN.replace("with highest rank", "with lowest rank"), "utf-8")
    Path("fails.rules").write_text(GAME + HOLDS + FAILS, "utf-8")
    Record(palast.load("kuhn.rules").new_game(2), seed=1, spec="kuhn.rules").write("kuhn.game")
    before = signal.signal(signal.SIGALRM, _hangs)
    signal.alarm(GUARD)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def _hangs(*_: object) -> None:
    raise TimeoutError("a command waits for ever")


def there() -> dict[str, object]:
    """What is on the disc, with its contents."""
    paths = sorted(Path().rglob("*"))
    return {
        str(path): path.read_bytes() if path.is_file() and not path.is_symlink() else path.lstat().st_mode
        for path in paths
    }


def ran(capsys: pytest.CaptureFixture[str], call: list[str]) -> tuple[int, str]:
    status = main(call)
    said = "".join(capsys.readouterr())
    assert not UNSEEN.search(said), (call, said)
    return status, said


@pytest.mark.parametrize("at", TAKEN, ids=lambda at: at.name)
def test_a_path_that_cannot_be_used_is_refused_and_nothing_is_left_behind(
    at: Taken, capsys: pytest.CaptureFixture[str]
) -> None:
    kinds = [kind for kind in REFUSED if not at.is_written or (kind.endswith("*") and at.name not in LATER)]
    if at.name in AS_IT_IS:
        kinds = ["other text*", "pipe*"]
    if at.is_written and at.action.metavar == "FOLDER":
        kinds = [kind for kind in kinds if kind not in ("folder*", "below nothing*")]
    for kind in some(kinds, 5, TAKEN.index(at)):
        name, make = REFUSED[kind]
        path = Path("kinds", name)
        Path("kinds").mkdir()
        make(path)
        before = there()
        status, said = ran(capsys, at.call(str(path)))
        assert status == (1 if at.name == "test --save" else 2), (kind, said)
        said = said.replace("\\\\", "\\")  # which JSON has twice
        assert path.name[:100].replace("\0", "\\x00") in said, (kind, said)
        assert re.search(r"; \w|: (?:name|make) |\n  \w.*|\^ \w|\"remedy\": \"\w", said.rstrip()), (kind, said)
        assert there() == before, kind
        shutil.rmtree("kinds")


def test_a_name_that_a_terminal_would_obey_is_taken_as_it_is_and_shown_so_that_one_can_read_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    seen = 0
    for at in TAKEN:
        for name in some(STRANGE, 1, TAKEN.index(at)) if at.name not in AS_IT_IS | BUILT | LATER else ():
            path = name
            if not at.is_written:
                of_a_game = at.action.metavar == "FILE" and at.command not in ("check", "fmt")
                sound = "kuhn.game" if of_a_game else "kuhn.rules"
                path = f"{name}{Path(sound).suffix}"
                shutil.copy(sound, path)
            before = there()
            status, said = ran(capsys, at.call(path))
            assert status == (1 if at.action.dest == "save" else 0), (at.name, name, said)
            assert {each.split("/")[0] for each in {*there()} - {*before}} <= {path, ".palast"}
            seen += 1
            for left in (path, ".palast"):
                shutil.rmtree(left, ignore_errors=True)
            Path(path).unlink(missing_ok=True)
    assert seen > tried(100, 15)


def test_rules_are_tested_whatever_lies_beside_them(capsys: pytest.CaptureFixture[str]) -> None:
    for kind, (name, make) in REFUSED.items():
        if "/" not in name and len(name) < 100 and "\0" not in name:
            make(Path(f"{name}.rules"))
            assert not pytest_rulespec._is_tested(Path(f"{name}.rules"), named=True), kind
    Path("fails.rules").unlink()
    status, said = ran(capsys, ["test", "kuhn.rules", "--games", "1"])
    assert status == 0, said
    status, said = ran(capsys, ["test", ".", "--games", "1"])
    assert (status, said.count("\nUNTESTED ")) == (2, 2), said  # links that lead nowhere
    assert re.search(r"\nkuhn.rules: \.+ ok\n", said), said


@contextmanager
def little_room() -> Iterator[None]:
    """No file can become larger than a few lines."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def test_what_does_not_fit_on_the_disc_is_said_and_leaves_no_part_of_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    seen = 0
    for at in TAKEN:
        if not at.is_written or at.name in AS_IT_IS | BUILT | LATER:
            continue
        before = there()
        with little_room():
            status, said = ran(capsys, at.call("new"))
        assert status in (1, 2) and "free some space" in said and "new" in said, (at.name, said)
        assert {*there()} - {*before} <= {"new"} and not any(Path("new").glob("*"))
        shutil.rmtree("new", ignore_errors=True)
        seen += 1
    assert seen > 3


def test_a_file_that_is_formatted_stays_whole_where_its_new_text_does_not_fit(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("kuhn.rules").write_text(KUHN.replace("players 2", "players  2"), "utf-8")
    before = there()
    with little_room():
        status, said = ran(capsys, ["fmt", "kuhn.rules"])
    assert status == 2 and "free some space" in said and "kuhn.rules" in said, said
    assert there() == before
    assert ran(capsys, ["fmt", "kuhn.rules"]) == (0, "kuhn.rules: changed\n")
    assert Path("kuhn.rules").read_text("utf-8") == KUHN


def test_the_list_has_every_command_and_most_of_them_take_a_path() -> None:
    assert set(ARGUMENTS) == set(NAMES)
    assert {at.command for at in TAKEN} == {*NAMES} - {"completion", "lsp"}
    assert len(TAKEN) > 15
