"""The files that a name means, and all that they extend: looked up, read, and put in the order in which they lie."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from glob import escape
from pathlib import Path
from types import MappingProxyType

from attrs import define, field

from rulespec.language.errors import Problem, problem, require_type, shortened, stop_at
from rulespec.language.files import LANGUAGES, SUFFIX, TEXTS, around, find, kind_at, kind_of, parts_of, path_of
from rulespec.language.suggest import did_you_mean
from rulespec.language.tree.declarations import Header, RuleFile
from rulespec.language.tree.limits import LAYERS, PROBLEMS
from rulespec.language.tree.source import Source, Span, UnreadableError, read, source_of, uniform
from rulespec.language.trees import parse
from rulespec.rules.compose import File, Setting, file_of

NONE: Mapping[str, str] = MappingProxyType({})  # of the texts that there can be besides files, or in their place
_OF_A_BLOCK = ("E002", "E004", "E005", "E006")  # one block cannot be read; the rest can be looked at


def bases(tree: RuleFile, path: Path) -> dict[str, str]:
    """What a file is laid on, as it says, each with how that is loaded; "" for a file by itself.

    Empty for a layer that does not say what it is tried on. A name is looked up beside the file first, as in `extends`.
    """
    said = tree.tried_on if tree.header.kind != "ruleset" else ()
    if not said:
        return {} if tree.header.kind == "layer" and not tree.header.extends else {"": ""}
    beside = around(path)
    return {
        base: "+".join(str(find(name, beside, other_than=path) or name) for name in base.split("+")) for base in said
    }


def stack(spec: str | Path, library: Path | Sequence[Path] = (), texts: Mapping[str, str] = NONE) -> tuple[File, ...]:
    """The files of a ruleset, the base first; a `RulesError` where one is missing, or goes on none of the others.

    A text whose name is a path, without its suffix, stands in the place of that file.
    """
    require_type("spec", spec, (str, Path), "a name or a path (a str or a Path)")
    require_type("texts", texts, Mapping, "texts by name (a mapping)")
    folders = (library,) if isinstance(library, Path) else library
    require_type("library", folders, Sequence, "a folder (a Path), or several")
    for folder in folders:
        require_type("library", folder, Path, "a folder (a Path), or several")
    held = {Path(name if name.endswith(TEXTS) else path_of(name)): text for name, text in texts.items()}
    finding = _Finding(tuple(folders), held)
    said = [str(spec)] if isinstance(spec, Path) else _parts(spec, held)
    parts = [part for part in said if not _is_setting(part)]
    settings = [Setting(*map(str.strip, part.split("=", 1))) for part in said if _is_setting(part)]
    if len(parts) > LAYERS.most:
        stop_at([Problem(LAYERS.code, shortened(str(spec)), 0, 0, LAYERS.told(len(parts)), None, LAYERS.remedy)])
    if settings and not parts:
        what, remedy = f"'{settings[0].path}' sets an option and needs a ruleset", f"load: RULESET+{settings[0].path}"
        finding.problems.append(Problem("E017", settings[0].path, 0, 0, what, None, remedy))
    for part in parts:
        finding.take(part if os.path.isfile(part) else part.strip())
    unread = [each for file in finding.files for each in parse(file.source)[1]]
    of_files = finding.problems or any(each.code not in _OF_A_BLOCK for each in unread)
    if not finding.headers or of_files or len(unread) > PROBLEMS.most:
        stop_at([*finding.problems, *unread])
    first = next(iter(finding.headers.values()), None)
    if first is not None and first.kind != "ruleset":
        what = f"'{first.name}' is a layer and needs a ruleset"
        remedy = f"load it on top of a ruleset: RULESET+{parts[0]}"
        if first.kind == "scenarios":
            what = f"the scenarios in '{first.name}' do not name their rules"
            remedy = f"write: scenarios {first.name} extends RULESET"
        stop_at(unread or [problem("E017", first.span, what, remedy)])
    return (*map(file_of, settings), *finding.files)


def _is_setting(part: str) -> bool:
    """Whether a part of a spec sets an option; a file can have `=` in its path."""
    return "=" in part and not part.endswith(SUFFIX) and not os.path.isfile(part)


def _parts(spec: str, texts: Iterable[Path]) -> list[str]:
    """The names and paths of a spec; one at its end that is that of a text need not be on a disc."""
    for path in map(str, texts):
        if f"+{spec}".endswith(f"+{path}"):
            before = spec[: -len(path)].removesuffix("+")
            return [*(parts_of(before) if before else ()), path]
    return parts_of(spec)


@define
class _Finding:
    """Files in the order in which they lie on each other, and the headers of those that have one, by their paths."""

    library: tuple[Path, ...]
    texts: dict[Path, str]  # those that lie in no folder
    files: list[File] = field(factory=list)
    headers: dict[str, Header] = field(factory=dict)
    problems: list[Problem] = field(factory=list)
    with_texts: bool = True
    _open: list[str] = field(factory=list)

    def take(self, part: str) -> None:
        """A file named on the command line or by a caller."""
        path = self._locate(part, None)
        if path is None:
            names = self._names(self._own())
            remedy = did_you_mean(part, names) or "give the path of a .rules file"
            name = shortened(part)
            wanted = "layer" if self.headers else "ruleset"  # what goes first is a ruleset
            self.problems.append(Problem("E010", name, 0, 0, f"unknown {wanted} '{name}'", None, remedy))
            return
        self._add(path, None, on_top=bool(self.headers))

    def _add(self, path: Path, asked: Span | None, *, on_top: bool = False) -> frozenset[str]:
        """Adds a file on top of what it extends; answers which files that makes."""
        key = str(path)
        there = next((file for file in self.files if file.path == key), None)
        if there is not None:
            return there.beneath | {key} if key in self.headers else frozenset()
        if key in self._open:
            circle = " -> ".join([*self._open[self._open.index(key) :], key])
            assert asked is not None
            self.problems.append(
                problem("E011", asked, f"files extend each other in a circle: {circle}", "change one of the headers")
            )
            return frozenset()
        if len(self.headers) + len(self._open) == LAYERS.most:
            self._wrong(LAYERS.code, path, asked, LAYERS.told(LAYERS.most + 1), LAYERS.remedy)
            return frozenset()
        source = self._read(path, asked)
        if source is None:
            return frozenset()
        tree, _ = parse(source)
        if tree is None:
            self.files.append(File(source))
            return frozenset()
        header = tree.header
        self._open.append(key)
        beneath: frozenset[str] = frozenset()
        for name in header.extends:
            base = self._locate(name, path)
            if base is None:
                names = {*self._names((*self._around(path), *self._own()))} - {path.stem}
                what = f"unknown rule file '{name}{SUFFIX}'"
                self.problems.append(problem("E010", _word(header.span, name), what, did_you_mean(name, names)))
                continue
            beneath |= self._add(base, _word(header.span, name))
        self._open.pop()
        if on_top and header.kind == "layer":
            beneath |= {there for there, laid in self.headers.items() if laid.kind == "ruleset"}
        elif on_top and header.kind == "ruleset":
            what = f"'{header.name}' is a ruleset; only layers can go on top of another file"
            self.problems.append(problem("E017", header.span, what, "name it first, or start the file with 'layer'"))
        texts = tuple(self._texts(path)) if self.with_texts else ()
        elsewhere = tuple(self._elsewhere(tree, path)) if texts and header.kind == "layer" else ()
        self.files.append(File(source, beneath, texts, elsewhere))
        self.headers[key] = header
        return beneath | {key}

    def _locate(self, name: str, beside: Path | None) -> Path | None:
        held = Path(path_of(name))
        if held in self.texts and held != beside and (beside is None or self._floats(beside)):
            return held
        if beside is None and (name.endswith(SUFFIX) or len(Path(name).parts) > 1):
            return Path(name)
        path = self._find(name, (*self._around(beside), *self._own(), *self.library), beside)
        return path or (Path(name) if beside is None and os.path.isfile(name) else None)

    def _find(self, name: str, folders: Iterable[Path], other_than: Path | None) -> Path | None:
        """The file of a name, or the text that somebody writes in its place, in the first folder that has it."""
        for folder in folders:
            held = folder / path_of(name)
            if held in self.texts and held != other_than and not self._floats(held):
                return held
            if (there := find(name, (folder,), other_than)) is not None:
                return there
        return None

    def _around(self, path: Path | None) -> tuple[Path, ...]:
        return () if path is None or self._floats(path) else around(path)

    def _floats(self, path: Path) -> bool:
        """Whether a text lies in no folder, but beside others that do not."""
        return path in self.texts and len(path.parts) == 1

    def _own(self) -> Iterator[Path]:
        """Where the layers are that only the rulesets beneath have, whose texts need not be those of their files."""
        for path in [Path(each) for each, header in self.headers.items() if header.kind == "ruleset"]:
            ruleset = find(path.stem, self.library) if self._floats(path) else path
            if ruleset is not None:
                yield from (ruleset.with_suffix(""), *around(ruleset))

    def _names(self, folders: Iterable[Path]) -> list[str]:
        """The names of rules that can be meant."""
        floating = ((path, text) for path, text in self.texts.items() if self._floats(path))
        rules = ((path, uniform(text)) for path, text in floating if path.suffix != TEXTS)
        held = (path.stem for path, text in rules if kind_of(text) != "scenarios")
        return sorted({*held, *_names(*folders, *self.library)})

    def _read(self, path: Path, asked: Span | None) -> Source | None:
        try:
            return source_of(str(path), self.texts[path]) if path in self.texts else read(path)
        except UnreadableError as error:
            if error.place is not None:
                self.problems.append(problem("E001", error.place, error.reason, error.remedy))
            else:
                self._wrong("E001", path, asked, error.reason, error.remedy)
        return None

    def _elsewhere(self, tree: RuleFile, path: Path) -> Iterator[tuple[File, ...]]:
        """The files of each ruleset that a layer is tried on, as far as they are there, without their texts."""
        for base in tree.tried_on:
            finding = _Finding((*self._around(path), *self._own(), *self.library), self.texts, with_texts=False)
            for part in parts_of(base):
                finding.take(part)
            if not finding.problems:
                yield tuple(finding.files)

    def _texts(self, path: Path) -> Iterator[Source]:
        """The files of texts for people beside a file."""
        floats = self._floats(path)
        wanted = [path.with_name(f"{path.stem}.{language}{TEXTS}") for language in LANGUAGES]
        for beside in wanted:
            there = beside in self.texts or (not floats and os.path.isfile(beside))
            if there and (source := self._read(beside, None)) is not None:
                yield source
        for other in () if floats else sorted(path.parent.glob(f"{escape(path.stem)}.*{TEXTS[1:]}")):
            if other not in wanted and os.path.isfile(other):
                names = " or ".join(each.name for each in wanted)
                self._wrong(
                    "E061", other, None, "unknown language in the name of this file of texts", f"rename it to {names}"
                )

    def _wrong(self, code: str, path: Path, asked: Span | None, message: str, remedy: str) -> None:
        """A problem of a whole file, told where it is asked for."""
        name = shortened(str(path))
        if asked is not None:
            self.problems.append(problem(code, asked, f"{name}: {message}", remedy))
        else:
            self.problems.append(Problem(code, name, 0, 0, message, None, remedy))


def _word(span: Span, word: str) -> Span:
    """The last place of a word in a stretch of a source."""
    start = span.start + span.text.rindex(word)
    return Span(span.source, start, start + len(word))


def _names(*folders: Path) -> list[str]:
    """The names of the files that have rules, and not scenarios of others."""
    return sorted(path.stem for folder in folders for path in folder.glob(f"*{SUFFIX}") if kind_at(path) != "scenarios")
