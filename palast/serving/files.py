"""The files of the page: from a wheel, or built from a checkout when they are older than their sources."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from palast.streams import complain

WITHIN = Path(__file__).parents[1] / "bench"  # in a wheel
SOURCES = Path(__file__).parents[2] / "web"
DIST = SOURCES / "dist"
COMMAND = "npm ci --ignore-scripts && npm run build"
_MADE_OF = ("rulespec", "palast", "cards", "examples")
_OURS = (
    ".py",
    ".lark",
    ".rules",
    ".texts",
    ".phrases",
    ".ts",
    ".json",
    ".mjs",
    ".html",
    ".css",
    ".txt",
    ".svg",
    ".png",
    ".webmanifest",
)
_TOOLS = ("node", "npm")


class NoPageError(Exception):
    """There are no files, and they cannot be built; the message says why, and what to do."""


def files() -> Path:
    """The folder of the page's files; in a checkout they are built first if necessary. Raises `NoPageError`."""
    if WITHIN.is_dir():
        return WITHIN
    if not (SOURCES / "package.json").is_file():
        raise NoPageError("this installation lacks the page; install a release wheel, or from a checkout")
    if not _is_new():
        _build()
    return DIST


def _is_new() -> bool:
    """Whether the page is newer than all its sources."""
    page = DIST / "index.html"
    if not page.is_file():
        return False
    folders = [SOURCES / "src", *(SOURCES.parent / name for name in _MADE_OF)]
    made_of = [path for folder in folders for path in folder.rglob("*") if path.suffix in _OURS]
    made_of += [path for path in SOURCES.iterdir() if path.suffix in _OURS]
    return max(path.stat().st_mtime for path in made_of) < page.stat().st_mtime


def _build() -> None:
    missing = [tool for tool in _TOOLS if shutil.which(tool, path=_path()) is None]
    by_hand = f"in {SOURCES}: {COMMAND}"
    if missing:
        what = "is older than its sources" if DIST.is_dir() else "is not built"
        raise NoPageError(
            f"the page {what} and needs {' and '.join(missing)}; install Node.js 20 or newer, as "
            f"pip install -e '.[web]' does, and try again, or build it {by_hand}"
        )
    if not (SOURCES / "node_modules").is_dir():
        _run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
    _run("npm", "run", "--silent", "build")


def _path() -> str:
    """The search path of programs, with this Python's scripts last: the extra `web` installs Node.js there."""
    return os.pathsep.join((os.environ.get("PATH", os.defpath), sysconfig.get_path("scripts")))


def _run(*command: str) -> None:
    complain(f"building the page: {' '.join(command)}")
    path = shutil.which(command[0], path=_path()) or command[0]
    environment = {**os.environ, "PYTHON": sys.executable, "PATH": _path()}
    done = subprocess.run(
        [path, *command[1:]], cwd=SOURCES, env=environment, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8", errors="replace", check=False,
    )  # fmt: skip
    if done.returncode != 0:
        told = "\n".join(line[:200] for line in done.stdout.strip().splitlines()[-12:])
        raise NoPageError(f"the page could not be built:\n{told}\nto see the whole output, in {SOURCES}: {COMMAND}")
