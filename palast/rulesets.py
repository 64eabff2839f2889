"""The rule files that come with the library, and how names of rules are found."""

import os
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

import rulespec
from rulespec.language.files import LASTING, SUFFIX, find, kind_at, parts_of

if TYPE_CHECKING:  # for speed: the package has these functions at once, and the engine when it is used
    from rulespec import Ruleset
    from rulespec.editing.assistance import Assistance
    from rulespec.rules.rulebook import EngineName


def shipped(name: str) -> Path:
    """A folder or file that comes with the library: in the package, or next to it in a checkout."""
    installed = Path(__file__).parent / name
    return installed if installed.exists() else Path(__file__).parent.parent / name


CARDS = shipped("cards")
EXAMPLES = shipped("examples")
HERE = Path()
LASTING.extend(f"{folder}{os.sep}" for folder in (CARDS, EXAMPLES))


def load(spec: str | Path, *, engine: "EngineName | None" = None, **options: int | str | bool) -> "Ruleset":
    """The ruleset with a name or path, optionally with `+layer`; a `RulesError` lists all problems.

    `options` sets options of the rules: `load("mau-mau", hand_size=7)`, `stacking=True` for `yes`.

    A name is one of the library's rulesets and layers, else a file in the working directory, else an example. If
    several files have the name, a warning says which one is taken.
    """
    for name in parts_of(spec) if isinstance(spec, str) else ():
        taken, *others = _named(name) or [HERE]
        if others:
            remedy = f"give a path to use another file: {', '.join(map(str, others))}"
            warnings.warn(f"using {taken} for '{name}'; {remedy}", stacklevel=1)  # told once
    return rulespec.load(spec, library=folders(), engine=engine, **options)  # type: ignore[arg-type]


def assist(text: str, offset: int | None = None, *, on: str = "", name: str = "untitled") -> "Assistance":
    """Assistance for an editor, see `rulespec.assist`, with the library's folders."""
    return rulespec.assist(text, offset, on=on, name=name, library=folders())


def found(name: str) -> Path | None:
    """The file with a path or name, if there is one."""
    return next((path for path in (*_named(name), Path(name)) if os.path.isfile(path)), None)


def anywhere(spec: str) -> str:
    """The spec with a path in place of each name that is found in the working directory."""
    paths = [(part, found(part)) for part in parts_of(spec)]
    return "+".join(str(path) if path and path.parent == HERE else part for part, path in paths)


def rulesets() -> tuple[str, ...]:
    """The names of all rulesets in the library."""
    return _of_kind("ruleset")


def layers() -> tuple[str, ...]:
    """The names of all layers in the library."""
    return _of_kind("layer")


def examples() -> dict[str, tuple[Path, ...]]:
    """The files of the examples, by subject."""
    shelves = {
        folder: tuple(path for path in sorted(folder.glob(f"*{SUFFIX}")) if kind_at(path) != "scenarios")
        for folder in _shelves()
    }
    return {folder.name.replace("_", " "): files for folder, files in shelves.items()}


def own_layers(path: Path) -> tuple[Path, ...]:
    """The layers that only the ruleset at a path has: they lie in a folder with its name beside it."""
    return tuple(each for each in sorted(path.with_suffix("").glob(f"*{SUFFIX}")) if kind_at(each) == "layer")


def folders() -> tuple[Path, ...]:
    """The folders in which names are looked up, in order."""
    return CARDS, HERE, *_shelves()


def _shelves() -> tuple[Path, ...]:
    return tuple(sorted({path.parent for path in EXAMPLES.glob(f"*/*{SUFFIX}")}))


def _named(name: str) -> list[Path]:
    """The files with a name, the preferred one first."""
    if len(Path(name).parts) != 1 or name.endswith(SUFFIX):
        return []
    files: dict[str, Path] = {}
    for path in (find(name.strip(), (folder,)) for folder in folders()):
        if path is not None:
            files.setdefault(os.path.realpath(path), path)
    return list(files.values())


def _of_kind(kind: str) -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in CARDS.glob(f"*{SUFFIX}") if kind_at(path) == kind))
