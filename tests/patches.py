"""Additions to the language as patches, applied to the text of files wherever their lines stand."""

import re
from collections.abc import Mapping
from pathlib import Path

from attrs import frozen

from tests.library import ROOT

FOLDER = ROOT / "tests" / "additions"


@frozen
class Hunk:
    """Lines that stand together in a file, about at a number, and what takes their place."""

    at: int
    old: tuple[str, ...]
    new: tuple[str, ...]


@frozen
class Patch:
    files: Mapping[str, tuple[Hunk, ...]]
    added: int  # lines

    def applied(self, folder: Path) -> dict[str, str]:
        """The files of a folder that it changes, with what they then say."""
        return {name: _changed(said(folder / name), hunks, name) for name, hunks in self.files.items()}


def said(path: Path) -> str:
    """The text of a file, which is empty where there is none yet."""
    return path.read_text("utf-8") if path.exists() else ""


def patch(name: str) -> Patch:
    """A patch of `tests/additions`, as `git diff` writes it and `git apply` reads it."""
    text = (FOLDER / f"{name}.patch").read_text("utf-8")
    files: dict[str, tuple[Hunk, ...]] = {}
    for part in re.split(r"^diff --git .*\n", text, flags=re.MULTILINE)[1:]:
        head, *hunks = re.split(r"^@@ -(?=\d+)", part, flags=re.MULTILINE)
        (path,) = re.findall(r"^\+\+\+ b/(.*)$", head, re.MULTILINE)
        files[path] = tuple(map(_hunk, hunks))
    return Patch(files, len(re.findall(r"^\+(?!\+\+ b/)", text, re.MULTILINE)))


def _hunk(text: str) -> Hunk:
    head, *lines = text.splitlines()
    old = tuple(line[1:] for line in lines if line[:1] != "+")
    return Hunk(int(head.split(",")[0]), old, tuple(line[1:] for line in lines if line[:1] != "-"))


def _changed(text: str, hunks: tuple[Hunk, ...], name: str) -> str:
    lines = tuple(text.splitlines())
    for hunk in hunks:
        many = len(hunk.old)
        places = [at for at in range(len(lines) - many + 1) if lines[at : at + many] == hunk.old]
        assert places, f"{name} no longer has these lines, which a patch changes:\n" + "\n".join(hunk.old)
        at = min(places, key=lambda place: abs(place + 1 - hunk.at))
        lines = (*lines[:at], *hunk.new, *lines[at + many :])
    return "\n".join(lines) + "\n"
