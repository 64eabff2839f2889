"""The whole pass on one screen: read -> parse -> compose -> resolve -> check -> Ruleset."""

import copyreg
import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from attrs import define, evolve, field

from rulespec.api import Ruleset
from rulespec.causes import at_their_causes
from rulespec.checks import check
from rulespec.compose import Composed, Layer, compose
from rulespec.errors import Problem, RulesError, problem, shortened
from rulespec.language.parser import parse
from rulespec.language.suggest import did_you_mean
from rulespec.native.engine import playable_by
from rulespec.resolve.ruleset import Rules, resolve
from rulespec.rulebook import Engine
from rulespec.spelling import respelt
from rulespec.tree.declarations import RuleFile
from rulespec.tree.limits import LAYERS, LISTED, PROBLEMS
from rulespec.tree.source import Source, Span, UnreadableError, content_of, read, source_of, uniform

SUFFIX = ".rules"
NONE: Mapping[str, str] = MappingProxyType({})  # of the texts that there can be besides files
_BEGINS = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\n)*(ruleset|layer|scenarios)\b")

REMEMBERED = 64  # rulesets, and files, that need not be read and checked again while their texts are the same

File = tuple[str, str, tuple[str, ...]]  # its path, its text, and the paths of the files that it lies on

_OF_A_BLOCK = ("E002", "E004", "E005", "E006")  # one block cannot be read; the rest can be looked at


def load(
    spec: str | Path,
    library: Path | Sequence[Path] = (),
    *,
    texts: Mapping[str, str] = NONE,
    listed: int = LISTED.most,
    engine: Engine | None = None,
) -> Ruleset:
    """The ruleset of a name, a path, or either with `+layer`; names are looked up beside the file, then in the library.

    Some `texts`, by name, are files that lie in no folder but beside each other, and are found before all others. A
    choice that could have more than `listed` answers is asked bit by bit. The games are played by an `engine`, the best
    that there is by default. A `RulesError` lists everything that is wrong.
    """
    layers, unread = gather(spec, library, texts)
    if unread:
        return assemble(layers, unread, listed=listed)
    return laid(layers, listed, playable_by(engine))


def laid(layers: Iterable[Layer], listed: int = LISTED.most, engine: Engine | None = None) -> Ruleset:
    """The ruleset of files that have been read already, the base first."""
    return restore(tuple(map(_file, layers)), listed, engine)


def assemble(layers: Iterable[Layer], unread: Iterable[Problem] = (), *, listed: int = LISTED.most) -> Ruleset:
    """A ruleset from its files, the base first, unless something is wrong with them, or was unread."""
    files, problems = tuple(layers), tuple(unread)
    try:
        return _assembled(files, problems, listed)
    except RulesError:
        mended, slips = respelt(files)
        if not slips:
            raise
        return _assembled(mended, (*problems, *slips), listed)


def _assembled(layers: Iterable[Layer], unread: Iterable[Problem], listed: int) -> Ruleset:
    composed, found = compose(layers)
    try:
        return ruleset(composed, (*unread, *found), listed=listed)
    except RulesError as error:
        raise _caused(error, composed.layers) from None


def _caused(error: RulesError, layers: Sequence[Layer]) -> RulesError:
    """The same mistakes, told where they were made."""
    return RulesError(at_their_causes(error.errors, layers, _wrong), error.more)


def _wrong(layers: Sequence[Layer]) -> tuple[Problem, ...]:
    composed, found = compose(layers)
    try:
        _checked(composed, found, LISTED.most)
    except RulesError as error:
        return error.errors
    return ()


def examined(layers: Iterable[Layer], unread: Iterable[Problem] = ()) -> tuple[Composed, tuple[Problem, ...]]:
    """The blocks of files as they stand, and everything that is wrong with them, or was unread."""
    return _examined(tuple(map(_file, layers)), tuple(unread))


@lru_cache(maxsize=8)  # for speed: an editor asks of one text again and again, as the cursor moves
def _examined(files: tuple[File, ...], unread: tuple[Problem, ...]) -> tuple[Composed, tuple[Problem, ...]]:
    layers = tuple(_layer(file)[0] for file in files)
    composed, found = compose(layers)
    try:
        _checked(composed, (*unread, *found), LISTED.most)
    except RulesError as error:
        mended, slips = respelt(layers)
        if not slips:
            return composed, _caused(error, layers).errors
        try:
            _assembled(mended, (*unread, *slips), LISTED.most)
        except RulesError as less:
            return composed, less.errors
    return composed, ()


def ruleset(composed: Composed, earlier: Iterable[Problem] = (), *, listed: int = LISTED.most) -> Ruleset:
    """A ruleset of composed blocks, unless something is wrong with them, or was `earlier`."""
    return Ruleset(_checked(composed, earlier, listed))


def _checked(composed: Composed, earlier: Iterable[Problem], listed: int) -> Rules:
    """Composed blocks with their names resolved, unless something is wrong with them."""
    problems = list(earlier)
    _stop_at(problems if len(problems) > PROBLEMS.most else ())
    rules, found = resolve(composed)
    rules = evolve(rules, listed=listed)
    problems += found
    _stop_at(problems if len(problems) > PROBLEMS.most else ())
    problems += [each for each in check(rules, well_formed=not problems) if each.code.startswith("E")]
    _stop_at(problems)
    return rules


def gather(
    spec: str | Path, library: Path | Sequence[Path] = (), texts: Mapping[str, str] = NONE
) -> tuple[tuple[Layer, ...], list[Problem]]:
    """The files of a ruleset, the base first, each parsed; and which of their blocks cannot be read."""
    held = {Path(path_of(name)): text for name, text in texts.items()}
    gathering = _Gathering((library,) if isinstance(library, Path) else tuple(library), held)
    parts = [str(spec)] if isinstance(spec, Path) else parts_of(spec)
    if len(parts) > LAYERS.most:
        _stop_at([Problem(LAYERS.code, shortened(str(spec)), 0, 0, LAYERS.told(len(parts)), None, LAYERS.remedy)])
    for part in parts:
        gathering.take(part if os.path.isfile(part) else part.strip())
    of_files = any(each.code not in _OF_A_BLOCK for each in gathering.problems)
    if not gathering.layers or of_files or len(gathering.problems) > PROBLEMS.most:
        _stop_at(gathering.problems)
    first = gathering.layers[0].tree.header if gathering.layers else None
    if first is not None and first.kind != "ruleset":
        what = f"'{first.name}' is a layer, it needs a ruleset beneath it"
        remedy = f"load it on one, such as RULESET+{parts[0]}"
        if first.kind == "scenarios":
            what = f"'{first.name}' has scenarios, and does not say of which rules"
            remedy = f"write: scenarios {first.name} extends RULESET"
        alone = problem("E017", first.span, what, remedy)
        _stop_at(gathering.problems or [alone])
    return tuple(gathering.layers), gathering.problems


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


def find(name: str, folders: Iterable[Path], other_than: Path | None = None) -> Path | None:
    """The file of a name, in the first folder that has it."""
    paths = (folder / f"{name}{SUFFIX}" for folder in folders)
    return next((path for path in paths if os.path.isfile(path) and path != other_than), None)


@lru_cache(maxsize=REMEMBERED)
def restore(files: tuple[File, ...], listed: int = LISTED.most, engine: Engine | None = None) -> Ruleset:
    """A ruleset from the texts of its files, made once as long as it is remembered; what pickling keeps."""
    layers = []
    for file in files:
        layer, problems = _layer(file)
        _stop_at(problems)
        layers.append(layer)
    rules = assemble(layers, listed=listed)
    return rules if engine is None else evolve(rules, wanted=engine)


@lru_cache(maxsize=REMEMBERED)
def parsed(source: Source) -> tuple[RuleFile | None, tuple[Problem, ...]]:
    """The tree of a text, read once as long as it is remembered, and what is wrong with it."""
    tree, problems = parse(source)
    return tree, tuple(problems)


def _layer(file: File) -> tuple[Layer, tuple[Problem, ...]]:
    path, text, beneath = file
    tree, problems = parsed(Source(path, uniform(text)))
    assert tree is not None
    return Layer(tree, frozenset(beneath)), problems


def _file(layer: Layer) -> File:
    return layer.path, layer.tree.span.source.text, tuple(sorted(layer.beneath))


def _kept(rules: Ruleset) -> tuple[Any, ...]:
    """A ruleset as pickling keeps it, with its files."""
    return restore, (tuple(map(_file, rules.composed.layers)), rules.resolved.listed)


copyreg.pickle(Ruleset, _kept)  # here, as a ruleset knows nothing of how it was loaded


@define
class _Gathering:
    """Files in the order in which they lie on each other."""

    library: tuple[Path, ...]
    texts: dict[Path, str]  # those that lie in no folder
    layers: list[Layer] = field(factory=list)
    problems: list[Problem] = field(factory=list)
    _open: list[str] = field(factory=list)

    def take(self, part: str) -> None:
        """A file named on the command line or by a caller."""
        first = Path(self.layers[0].path) if self.layers else None
        path = self._locate(part, None, folder=None if first in self.texts else first and first.parent)
        if path is None:
            names = self._names()
            remedy = did_you_mean(part, names) or "give the path of a .rules file"
            name = shortened(part)
            self.problems.append(Problem("E010", name, 0, 0, f"there is no ruleset '{name}'", None, remedy))
            return
        self._add(path, None, on_top=bool(self.layers))

    def _add(self, path: Path, asked: Span | None, *, on_top: bool = False) -> frozenset[str]:
        """Adds a file on top of what it extends; answers which files that makes."""
        key = str(path)
        there = {layer.path: layer for layer in self.layers}
        if key in there:
            return there[key].beneath | {key}
        if key in self._open:
            circle = " -> ".join([*self._open[self._open.index(key) :], key])
            assert asked is not None
            self.problems.append(problem("E011", asked, "these files extend each other", circle))
            return frozenset()
        if len(self.layers) + len(self._open) == LAYERS.most:
            self._wrong(LAYERS.code, path, asked, LAYERS.told(LAYERS.most + 1), LAYERS.remedy)
            return frozenset()
        source = self._read(path, asked)
        if source is None:
            return frozenset()
        tree, problems = parsed(source)
        self.problems += problems
        if tree is None:
            return frozenset()
        self._open.append(key)
        beneath: frozenset[str] = frozenset()
        for name in tree.header.extends:
            base = self._locate(name, path)
            if base is None:
                names = {*self._names(path)} - {path.stem}
                what = f"there is no rule file '{name}{SUFFIX}' to extend"
                self.problems.append(problem("E010", _word(tree.header.span, name), what, did_you_mean(name, names)))
                continue
            beneath |= self._add(base, _word(tree.header.span, name))
        self._open.pop()
        if on_top and tree.header.kind == "layer":
            beneath |= {layer.path for layer in self.layers if layer.tree.header.kind == "ruleset"}
        elif on_top and tree.header.kind == "ruleset":
            what = f"'{tree.header.name}' is a ruleset of its own, only a layer can be laid on another"
            self.problems.append(problem("E017", tree.header.span, what, "name it first, or begin it with 'layer'"))
        self.layers.append(Layer(tree, beneath))
        return beneath | {key}

    def _locate(self, name: str, beside: Path | None, folder: Path | None = None) -> Path | None:
        held = Path(path_of(name))
        if held in self.texts and held != beside and (beside is None or beside in self.texts):
            return held
        if beside is None and (name.endswith(SUFFIX) or len(Path(name).parts) > 1):
            return Path(name)
        folders = [each for each in (self._folder(beside), folder) if each]
        path = find(name, (*folders, *self.library), other_than=beside)
        return path or (Path(name) if beside is None and os.path.isfile(name) else None)

    def _folder(self, path: Path | None) -> Path | None:
        """Where a file lies."""
        return None if path is None or path in self.texts else path.parent

    def _names(self, beside: Path | None = None) -> list[str]:
        """The names of rules that can be meant."""
        folder = self._folder(beside)
        held = (path.stem for path, text in self.texts.items() if kind_of(uniform(text)) != "scenarios")
        return sorted({*held, *_names(*([folder] if folder else []), *self.library)})

    def _read(self, path: Path, asked: Span | None) -> Source | None:
        try:
            return source_of(str(path), self.texts[path]) if path in self.texts else read(path)
        except UnreadableError as error:
            if error.place is not None:
                self.problems.append(problem("E001", error.place, error.reason, error.remedy))
            else:
                self._wrong("E001", path, asked, error.reason, error.remedy)
        return None

    def _wrong(self, code: str, path: Path, asked: Span | None, message: str, remedy: str) -> None:
        """A problem of a whole file, told where it is asked for."""
        name = shortened(str(path))
        if asked is not None:
            self.problems.append(problem(code, asked, f"{name}: {message}", remedy))
        else:
            self.problems.append(Problem(code, name, 0, 0, message, None, remedy))


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


def _word(span: Span, word: str) -> Span:
    """The last place of a word in a stretch of a source."""
    start = span.start + span.text.rindex(word)
    return Span(span.source, start, start + len(word))


def _names(*folders: Path) -> list[str]:
    """The names of the files that have rules, and not scenarios of others."""
    return sorted(path.stem for folder in folders for path in folder.glob(f"*{SUFFIX}") if kind_at(path) != "scenarios")


def _stop_at(problems: Iterable[Problem]) -> None:
    found = sorted(problems, key=lambda each: (each.path, each.line, each.column))
    if found:
        raise RulesError(tuple(found))
