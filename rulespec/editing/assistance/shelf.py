"""The rule files among which somebody writes: those in his folders, a library, and texts that are not saved yet."""

import os
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import islice
from pathlib import Path

from attrs import field, frozen

from rulespec.game.loading import examined
from rulespec.language.errors import RulesError
from rulespec.language.files import SUFFIX, TEXTS, around, kind_at
from rulespec.language.tree.source import Source, UnreadableError, content_of, decoded, source_of
from rulespec.language.trees import parse
from rulespec.rules.compose import File
from rulespec.rules.finding import bases, stack

MANY = 2_000  # files, and folders, that are looked at; who opens a whole disc is not kept waiting

INSTALLED = ("site-packages", "node_modules")  # folders of what others wrote, wherever they lie


@frozen(slots=False, eq=False)
class Shelf:
    """The folders of whoever writes, a library besides, and texts in the place of files, by their paths.

    It remembers what it has read: whoever wants to know of files that others change makes another one.
    """

    folders: tuple[Path, ...] = ()
    library: tuple[Path, ...] = ()
    texts: Mapping[str, str] = field(factory=dict)
    _written: dict[str, str] = field(init=False, factory=dict, repr=False)
    _sources: dict[str, Source] = field(init=False, factory=dict, repr=False)
    _stacks: dict[str, tuple[tuple[File, ...], ...]] = field(init=False, factory=dict, repr=False)

    @cached_property
    def held(self) -> dict[str, str]:
        """The texts by name, as `stack` wants them."""
        return {path.removesuffix(SUFFIX): text for path, text in self.texts.items()}

    def written(self, path: str) -> str:
        """The text of a file, as somebody writes it; an `UnreadableError` where there is none."""
        found = self.texts.get(path, self._written.get(path))
        if found is None:
            found = self._written[path] = decoded(content_of(Path(path)))
        return found

    def source(self, path: str) -> Source:
        """The source of a file; an `UnreadableError` where it has none."""
        found = self._sources.get(path)
        if found is None:
            found = self._sources[path] = source_of(path, self.written(path))
        return found

    def is_own(self, path: str) -> bool:
        """Whether a file belongs to whoever writes: it lies in one of his folders, or in none."""
        file = Path(path)
        inside = (file.relative_to(folder).parts for folder in self.folders if file.is_relative_to(folder))
        return len(file.parts) == 1 or any(not set(INSTALLED) & {*parts} for parts in inside)

    def files(self, suffix: str = SUFFIX) -> tuple[str, ...]:
        """The rule files that belong to whoever writes, or those with another suffix."""
        found = dict.fromkeys(path for path in self.texts if path.endswith(suffix) and self.is_own(path))
        for folder in self.folders:
            for path in _below(folder, suffix):
                found.setdefault(path)
                if len(found) == MANY:
                    return tuple(found)
        return tuple(found)

    def stacks(self, path: str) -> tuple[tuple[File, ...], ...]:
        """A file in its place on each ruleset that it is laid on, with all beneath it, as far as these can be found."""
        found = self._stacks.get(path)
        if found is None:
            laid = (self.stack(path, spec) for spec in self.bases(path).values())
            found = self._stacks[path] = tuple(filter(None, laid))
        return found

    def stack(self, path: str, on: str = "") -> tuple[File, ...]:
        """A file on a ruleset, with all beneath it; nothing where these cannot be found."""
        try:
            return stack(f"{on}+{path}" if on else path, self.around(path), self.held)
        except RulesError:
            return ()

    def around(self, path: str) -> tuple[Path, ...]:
        """Where what a file names is looked up: beside it, then in the library."""
        return (*_beside(path), *self.library)

    def bases(self, path: str) -> dict[str, str]:
        """What a file is laid on, by name and as it is loaded; of a layer that does not say it, what it fits best."""
        said = self.said(path)
        return {} if said is None else said or self.fitting(path)

    def said(self, path: str) -> dict[str, str] | None:
        """What a file says that it is laid on; None if it cannot be read."""
        try:
            tree, _ = parse(self.source(path))
        except UnreadableError:
            return None
        return None if tree is None else bases(tree, Path(path))

    def fitting(self, path: str) -> dict[str, str]:
        """The ruleset that a layer fits best: that in whose folder it lies, else one beside it or of the library."""
        beside = _beside(path)
        if len(beside) > 1:
            name = beside[0].name
            return {name: str(beside[1] / f"{name}{SUFFIX}")}
        wrong = dict[str, int]()
        for folder in dict.fromkeys((*beside, *self.library[:1])):
            for each in sorted(folder.glob(f"*{SUFFIX}")):
                if kind_at(each) == "ruleset" and (files := self.stack(path, str(each))):
                    wrong.setdefault(str(each), _wrong(files))
        best = min(wrong, key=wrong.__getitem__, default=None)
        return {} if best is None else {Path(best).stem: best}


@lru_cache(maxsize=64)  # for speed: only a file that has changed is tried anew
def _wrong(files: tuple[File, ...]) -> int:
    """How much is wrong with some files."""
    return len(examined(files)[1])


def _beside(path: str) -> tuple[Path, ...]:
    """The folders of a file; none for a text that lies in no folder."""
    return around(Path(path)) if len(Path(path).parts) > 1 else ()


def _below(folder: Path, suffix: str) -> Iterator[str]:
    """The files with a suffix in a folder and below it, without what is hidden."""
    for here, folders, names in islice(os.walk(folder), MANY):
        folders[:] = sorted(each for each in folders if not each.startswith(".") and each not in INSTALLED)
        for name in sorted(names):
            if name.endswith(suffix):
                yield os.path.join(here, name)


def texts_beside(path: str) -> str:
    """How the paths of the files of texts beside a rule file begin."""
    return path.removesuffix(SUFFIX) + "."


def rules_of(path: str) -> str:
    """The rule file that a file of texts is beside; the path itself for any other file."""
    return f"{path.rsplit('.', 2)[0]}{SUFFIX}" if path.endswith(TEXTS) else path
