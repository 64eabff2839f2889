"""How a record names its rules, and how they are found again."""

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from rulespec.game.api import Ruleset
from rulespec.language.errors import RulesError
from rulespec.language.files import SUFFIX, parts_of
from rulespec.language.tree.source import uniform

Loader = Callable[[str], Ruleset]

LONGEST = 4000  # characters of a spec


class UnnameableError(ValueError):
    """The path of the rules cannot be written in a record."""


class NotFound(Exception):
    """Rules that cannot be loaded; the message says why and where they were looked for.

    `spec` is that of the rules from the working folder, in case they are there again.
    """

    def __init__(self, message: str, spec: str) -> None:
        super().__init__(message)
        self.spec = spec


def spec_of(rules: Ruleset) -> str:
    """The spec of a ruleset: its files, without those that another of them extends."""
    layers = rules.composed.layers
    extended = {name for layer in layers for name in layer.tree.header.extends}
    named = [layer.path for layer in layers if Path(layer.path).stem not in extended]
    return "+".join([*named, *(each.path for each in rules.composed.settings)])


def seen_from(spec: str, folder: Path) -> str:
    """A spec for a record in a folder: names stay, paths become relative to the folder."""
    return "+".join(_path_from(part, folder) if _is_path(part) else part for part in parts_of(spec))


def writable(spec: str) -> str:
    """The spec itself; an `UnnameableError` if it does not fit in one line of a record."""
    if not nameable(spec) or spec != spec.strip() or " #" in f" {spec}" or uniform(spec) != f"{spec}\n":
        raise UnnameableError(f"a record cannot contain the rules' name {spec!r}; rename the file")
    return spec


def nameable(spec: str) -> bool:
    """True if a text can be a spec at all."""
    return spec.isprintable() and len(spec) <= LONGEST


def find(spec: str, folder: Path | None, load: Loader) -> tuple[Ruleset, str]:
    """Loads the rules that a record in a folder names; also their spec from the working folder."""
    folders = (*([folder] if folder else []), Path())
    parts, missing, wanted = [], [], []
    for part in map(str.strip, parts_of(spec, folders)):
        there = _first_file(part, folders) if _is_path(part) else part
        wanted.append(there or os.path.normpath(folders[0] / part))
        if there is None:
            missing.append(part)
            there = Path(part).stem  # rules of a library are found by name
        parts.append(there)
    called = "+".join(parts)
    looked = f"is not in {_told(folders)}, and not available as"
    where = "".join(f"; '{part}' {looked} '{Path(part).stem}'" for part in missing)
    try:
        return load(called), called
    except RulesError as error:
        raise NotFound(f"{error.errors[0].message}{where}", "+".join(wanted)) from error
    except (OSError, ValueError) as error:  # no file can have such a name
        raise NotFound(f"cannot load '{called[:80]}'{where}", "+".join(wanted)) from error


def _first_file(part: str, folders: Iterable[Path]) -> str | None:
    for folder in folders:
        path = folder / part
        try:
            if path.is_file():
                return str(path)
        except (OSError, ValueError):  # no file can have such a name
            return None
    return None


def _is_path(part: str) -> bool:
    return part.endswith(SUFFIX) or len(Path(part).parts) > 1


def _path_from(part: str, folder: Path) -> str:
    try:
        return Path(os.path.relpath(part, folder)).as_posix()
    except ValueError:  # on another drive
        return Path(os.path.realpath(part)).as_posix()


def _told(folders: Iterable[Path]) -> str:
    return " and ".join(dict.fromkeys(os.path.realpath(folder) for folder in folders))
