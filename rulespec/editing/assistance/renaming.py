"""A name changed in all files that are one's own, unless that would change what the rules say."""

import re
from collections.abc import Sequence

from attrs import evolve, frozen

from rulespec.editing.assistance.mentions import Mention
from rulespec.editing.assistance.shelf import Shelf, rules_of
from rulespec.editing.assistance.symbols import CHOICE, FILE, NAME, Symbol, on_top
from rulespec.editing.assistance.tracing import Spot, Traced, mention_at, spots, together
from rulespec.game.loading import examined
from rulespec.language.errors import Problem
from rulespec.language.files import SUFFIX, TEXTS
from rulespec.language.grammar import patterns, reserved
from rulespec.language.tree.limits import NAME as LONGEST
from rulespec.language.tree.source import UnreadableError

_RULING = re.compile(r"R[0-9]+")


class RenamingError(Exception):
    """Why a name cannot be changed, and what to do instead."""


@frozen
class Renaming:
    """A new name, and all places where it has to be written."""

    name: str
    spots: tuple[Spot, ...]


def renamable(shelf: Shelf, path: str, offset: int) -> Spot:
    """The place of the name at an offset, if it can be changed; a `RenamingError` says why not."""
    found = mention_at(shelf, path, offset)
    if found is None:
        raise RenamingError("no known name here")
    _own(shelf, path, found)
    return spots(shelf, [Traced(path, found)])[0]


def renaming(shelf: Shelf, path: str, offset: int, name: str) -> Renaming:
    """Where to write a new name for what is mentioned at an offset; a `RenamingError` says why not."""
    found = mention_at(shelf, path, offset)
    if found is None:
        raise RenamingError("no known name here")
    meant, there = _own(shelf, path, found)
    _spelled(found, name)
    if name == found.name:
        return Renaming(name, ())
    _free(shelf, meant, there, name)
    made = Renaming(name, spots(shelf, there))
    _harmless(shelf, made, found.name)
    return made


def written(shelf: Shelf, made: Renaming) -> Shelf:
    """The files with the new name in them, none of which is saved."""
    texts = dict(shelf.texts)
    for path in dict.fromkeys(each.path for each in made.spots):
        text = shelf.written(path)
        for each in sorted((each for each in made.spots if each.path == path), key=lambda each: -each.start):
            text = text[: each.start] + made.name + text[each.end :]
        texts[path] = text
    return evolve(shelf, texts=texts)


def _own(shelf: Shelf, path: str, found: Mention) -> tuple[frozenset[Symbol], list[Traced]]:
    """What has to be called the same, and where; a `RenamingError` if that cannot be changed."""
    if any(each.space == FILE for each in found.symbols):
        raise RenamingError(f"'{found.name}' is the name of a file: rename the file, and correct its first line")
    meant, there = together(shelf, path, found)
    foreign = next((each.path for each in there if not shelf.is_own(each.path)), None)
    if foreign is not None:
        layered = foreign != path and all(each.space != CHOICE for each in meant)
        instead = f"; to rename it in your layer, write: rename {found.name} to ..." if layered else ""
        raise RenamingError(f"'{found.name}' is also used in {foreign}, which is not in your folders{instead}")
    unsure = next((each for each in there if each.mention.unsure and not meant.issuperset(each.mention.symbols)), None)
    if unsure is not None:
        line = shelf.source(unsure.path).position(unsure.mention.start)[0]
        raise RenamingError(
            f"several blocks choose '{found.name}', and {unsure.path}:{line} may mean any of them; rename it by hand"
        )
    return meant, there


def _spelled(found: Mention, name: str) -> None:
    """Raises a `RenamingError` for what cannot be a name."""
    spaces = {each.space for each in found.symbols}
    if "ruling" in spaces:
        if not _RULING.fullmatch(name):
            raise RenamingError(f"'{name}' is not the name of a ruling; write R and a number, such as R8")
        return
    number = "source" in spaces and name.isdecimal()
    if not number and (not re.fullmatch(patterns()["NAME"], name) or len(name) > LONGEST.most):
        raise RenamingError(f"'{name}' is not a name: names start with a letter and contain letters, digits and '-'")
    if name in reserved() and spaces & {NAME, CHOICE}:
        raise RenamingError(f"'{name}' is a word of the language; choose another name")


def _free(shelf: Shelf, meant: frozenset[Symbol], there: list[Traced], name: str) -> None:
    """Raises a `RenamingError` where something is called by the new name already."""
    for path in dict.fromkeys(rules_of(each.path) for each in there):
        for files in shelf.stacks(path):
            file = on_top(files, shelf.around(path))
            taken = next((taken for each in meant if (taken := file.here.get((each.space, name)))), None)
            if taken is not None:
                raise RenamingError(f"'{name}' is already used in {taken.path}; choose another name")


def _harmless(shelf: Shelf, made: Renaming, old: str) -> None:
    """Raises a `RenamingError` if a file that is sound would not be, or would say something else."""
    after = written(shelf, made)
    changed = {rules_of(each.path) for each in made.spots}
    for path in dict.fromkeys((*changed, *shelf.files())):
        if not _speaks(shelf, path, (old, made.name), always=path in changed):
            continue
        for before, now in zip(shelf.stacks(path), after.stacks(path), strict=False):
            if changed.isdisjoint(file.path for file in before):
                continue
            wrong = examined(now)[1]
            if wrong:
                _no_more(wrong, examined(before)[1], made.name)


def _no_more(wrong: Sequence[Problem], known: Sequence[Problem], name: str) -> None:
    """Raises a `RenamingError` if there are more problems than there were; texts have none where rules are wrong."""
    said = {each.message for each in known}
    for suffix in (SUFFIX, TEXTS):
        there = [each for each in wrong if each.path.endswith(suffix)]
        if len(there) > sum(each.path.endswith(suffix) for each in known):
            new = next((each for each in there if each.message not in said), there[0])
            raise RenamingError(f"the name '{name}' causes an error at {new.path}:{new.line}: {new.message}")


def _speaks(shelf: Shelf, path: str, names: tuple[str, ...], *, always: bool) -> bool:
    try:
        text = shelf.source(path).text
    except UnreadableError:
        return False
    return always or any(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text) for name in names)
