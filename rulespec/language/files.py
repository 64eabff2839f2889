"""Where rule files lie, by their names; what a file says that it is; and which names a spec is made of."""

import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path

from rulespec.language.tree.source import UnreadableError, content_of, uniform

SUFFIX = ".rules"
LIBRARY = "rulespec.library"  # entry points of packages with rule files: functions that return their folders
TEXTS = ".texts"  # behind a language
ENGLISH = "en"
LANGUAGES = (ENGLISH, "de")
LASTING: list[str] = []  # folders that come along with a program: see `lasts`
_BEGINS = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\n)*(ruleset|layer|scenarios)\b")


def phrases_of(path: Path) -> dict[str, str]:
    """The phrases of a file, by key: a line `key: phrase` for each."""
    lines = (line for line in path.read_text("utf-8").splitlines() if line.strip() and not line.startswith("#"))
    return {key: said.strip() for key, said in (line.split(":", 1) for line in lines)}


def path_of(name: str) -> str:
    """Where a text that lies in no folder is said to be."""
    return f"{name}{SUFFIX}"


def kind_of(text: str) -> str | None:
    """What a text says that it is: a ruleset, a layer or scenarios; None if it does not begin as rule files do."""
    begins = _BEGINS.match(text)
    return begins[1] if begins else None


def kind_at(path: Path) -> str | None:
    """What a file says that it is, as far as it can be read."""
    try:
        return kind_of(uniform(content_of(path).decode("utf-8", "replace")))
    except UnreadableError:
        return None


def lasts(path: str) -> bool:
    """Whether a file comes along with a program, so that what is worked out of it is worth to be kept."""
    return any(path.startswith(folder) for folder in LASTING)


def announced() -> tuple[Path, ...]:
    """The folders of rule files that installed packages announce."""
    from importlib.metadata import entry_points  # for speed: whoever names the folders does not need it

    return tuple(folder for each in entry_points(group=LIBRARY) for folder in each.load()())


def find(name: str, folders: Iterable[Path], other_than: Path | None = None) -> Path | None:
    """The file of a name, in the first folder that has it."""
    paths = (folder / f"{name}{SUFFIX}" for folder in folders)
    return next((path for path in paths if os.path.isfile(path) and path != other_than), None)


def around(path: Path) -> tuple[Path, ...]:
    """The folders where what a rule file names is looked up first: its own, and that of the game whose folder it is in.

    What a game alone has, such as its house rules, can lie in a folder with the game's name beside the game's file.
    """
    folder = path.parent
    game = folder.parent / path_of(folder.name)
    return (folder, game.parent) if folder.name and os.path.isfile(game) else (folder,)


def parts_of(spec: str, folders: Sequence[Path] = (Path(),)) -> list[str]:
    """The names and paths of `base+layer+layer`; a plus sign can be part of a path that exists in one of the folders.

    The disc is asked only where some file begins like that, so the cost grows with the number of parts, no faster.
    """
    words, parts, taken = spec.split("+"), [], 0
    listing = cache(_listing)
    while taken < len(words):
        path = part = words[taken]
        end = taken + 1
        for more in range(end, len(words)):
            if not any(_begins_a_file(os.path.join(folder, f"{path}+"), listing) for folder in folders):
                break
            path = f"{path}+{words[more]}"
            if any(os.path.isfile(os.path.join(folder, path)) for folder in folders):
                part, end = path, more + 1
        parts.append(part)
        taken = end
    return parts


def _begins_a_file(path: str, listing: Callable[[str], list[str] | None]) -> bool:
    """Whether the path of some file begins like this, as far as that can be known."""
    folder, name = os.path.split(path)
    names = listing(folder or os.curdir)
    return names is None or any(each.startswith(_folded(name)) for each in names)


def _listing(folder: str) -> list[str] | None:
    """What a folder holds with a plus sign in its name; None if it may not be listed."""
    try:
        return [_folded(name) for name in os.listdir(folder) if "+" in name]
    except PermissionError:
        return None
    except (OSError, ValueError):
        return []


def _folded(name: str) -> str:
    """A name as file systems compare it, the strict ones and the others."""
    return unicodedata.normalize("NFC", name).casefold()
