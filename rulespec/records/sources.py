"""The rule files inside a record, so that it can be replayed without any other file.

Each begins with a line `file kuhn.rules [1a2b3c4d]`: its name and a checksum. A layer names the files that it extends
(`file double.rules on kuhn.rules [...]`). Texts for people follow the rule file that they belong to. Every line of a
file is behind a bar, which keeps its indentation.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from attrs import define, evolve, field, frozen

from rulespec.game.api import Ruleset
from rulespec.game.loading import remembered
from rulespec.language.errors import RecordError, RulesError, stop_at
from rulespec.language.files import SUFFIX, TEXTS
from rulespec.language.tree.limits import LAYERS
from rulespec.language.tree.source import Source, UnreadableError, source_of
from rulespec.language.trees import parse
from rulespec.records.lines import BAR, RecordLine, quoted
from rulespec.rules.compose import File, Setting, file_of

KEYWORD = "file"

_TITLE = re.compile(rf"{KEYWORD} (\S+)(?: on (.+))?")
_UNSAFE = re.compile(r"[^\w.+-]")
_UNDAMAGED = "use an undamaged copy"


@frozen
class _Kept:
    """A file as a record holds it."""

    name: str
    on: tuple[str, ...]  # the files that it extends
    lines: tuple[str, ...]

    @property
    def title(self) -> str:
        return " on ".join(filter(None, (f"{KEYWORD} {self.name}", ", ".join(self.on))))

    @property
    def checksum(self) -> str:
        return hashlib.sha256("\n".join((self.title, *self.lines)).encode()).hexdigest()[:8]

    @property
    def source(self) -> Source:
        return source_of(self.name, "\n".join(self.lines))


def written(rules: Ruleset, *, texts: bool = True) -> str:
    """The lines of a record that hold the files of its rules, with or without the texts for people."""
    files = (layer.file for layer in rules.composed.layers)
    return _written(tuple(file if texts else evolve(file, texts=()) for file in files))


@lru_cache(maxsize=8)  # for speed: a game is written after each answer
def _written(files: tuple[File, ...]) -> str:
    lines = list[str]()
    for kept in _kept(files):
        lines.append(f"{kept.title} [{kept.checksum}]")
        lines += [f"{BAR} {line}".rstrip() for line in kept.lines]
    return "\n".join(lines)


def _kept(files: Iterable[File]) -> Iterator[_Kept]:
    names: dict[str, str] = {}  # by path
    for file in files:
        plain = _UNSAFE.sub("_", Path(file.path).name)
        named = plain if plain.endswith(SUFFIX) else f"{plain}{SUFFIX}"
        name, number = named, 1
        while name in names.values():
            number += 1
            name = f"{number}-{named}"
        yield _Kept(name, tuple(names[path] for path in names if path in file.beneath), _lines(file.source))
        names[file.path] = name
        for text in file.texts:
            language = "".join(Path(text.path).suffixes[-2:])
            yield _Kept(f"{name.removesuffix(SUFFIX)}{language}", (), _lines(text))


def _lines(source: Source) -> tuple[str, ...]:
    return tuple(line.rstrip() for line in source.text.removesuffix("\n").split("\n"))


@define
class _Section:
    """The lines of a file as they are read."""

    title: RecordLine
    lines: list[RecordLine] = field(factory=list)

    @property
    def kept(self) -> _Kept:
        """The file; a `RecordError` if its title names none."""
        title = self.title.text.rpartition("[")[0].strip() or self.title.text
        found = _TITLE.fullmatch(title)
        if found is None or not found[1].endswith((SUFFIX, TEXTS)):
            what = f"this is not the name of a rule file: {quoted(title)}"
            raise RecordError(self.title.number, what, f"write '{KEYWORD} NAME{SUFFIX} [checksum]'; or {_UNDAMAGED}")
        on = tuple(found[2].split(", ")) if found[2] else ()
        return _Kept(found[1], on, tuple(line.text[len(BAR) :].removeprefix(" ") for line in self.lines))

    @property
    def stated(self) -> str:
        """The checksum in the title."""
        return self.title.text.rpartition("[")[2].removesuffix("]")

    @property
    def last(self) -> int:
        return self.lines[-1].number if self.lines else self.title.number


class Sources:
    """The rule files in a record, read line by line."""

    def __init__(self) -> None:
        self._sections: list[_Section] = []

    def __bool__(self) -> bool:
        return bool(self._sections)

    def takes(self, line: RecordLine) -> bool:
        """Whether a line belongs to a rule file; it is then added."""
        if line.text.startswith(f"{KEYWORD} "):
            self._sections.append(_Section(line))
            return True
        if self._sections and line.text.startswith(BAR):
            self._sections[-1].lines.append(line)
            return True
        return False

    def same_as(self, rules: Ruleset) -> bool:
        """Whether these are the files of some rules, and all of their texts or none."""
        here = (line.text for section in self._sections for line in (section.title, *section.lines))
        return "\n".join(here) == written(
            rules, texts=any(section.kept.name.endswith(TEXTS) for section in self._sections)
        )

    def verify(self, today: Ruleset | None) -> None:
        """Verifies the checksums; a `RecordError` names the damaged line if the files of `today` show it."""
        for section in self._sections:
            kept = section.kept
            if kept.checksum != section.stated:
                raise self._damaged(section, kept, today)

    def _damaged(self, section: _Section, kept: _Kept, today: Ruleset | None) -> RecordError:
        files = () if today is None else _kept(layer.file for layer in today.composed.layers)
        for true in files:
            if true.name == kept.name and true.checksum == section.stated:
                *whole, last = kept.lines or ("",)
                goes_on = true.lines[len(whole) :]
                if goes_on and true.lines[: len(whole)] == tuple(whole) and goes_on[0].startswith(last):
                    return RecordError(section.last, f"{kept.name} ends too early, after this line", _UNDAMAGED)
                pairs = zip(true.lines, kept.lines, strict=False)
                at = next((at for at, (was, now) in enumerate(pairs) if was != now), len(true.lines))
                number = section.lines[at].number if at < len(section.lines) else section.last
                was = f"it was: {BAR} {true.lines[at]}" if at < len(true.lines) else f"{kept.name} ended above it"
                return RecordError(number, f"{kept.name} has been changed here", was)
        lines = f"lines {section.title.number} to {section.last + 1}"
        what = f"{kept.name} or its checksum has been changed: something in {lines} is wrong, missing or extra"
        remedy = f"{_UNDAMAGED}, or remove all lines of rules to replay with the files named in the line 'rules'"
        return RecordError(section.title.number, what, remedy)

    def rules(self, options: str = "") -> Ruleset:
        """The rules in these files, with options as in a header; a `RecordError` if they cannot be played."""
        try:
            files = tuple(self._files())
            self._check_order(files)
            said = (each.partition("=") for each in options.split(", ") if each)
            files = (*(file_of(Setting(name, value)) for name, _, value in said), *files)
            try:
                return remembered(files)
            except RulesError as error:
                wrong = {problem.path for problem in error.errors}
                left = tuple(evolve(each, texts=_without(each.texts, wrong)) for each in files)
                if left == files:
                    raise
                return remembered(left)  # without texts that speak of what only other rules have
        except RulesError as error:
            problem = error.errors[0]
            raise RecordError(self._line(problem.path, problem.line), problem.message, problem.remedy) from error

    def _files(self) -> Iterator[File]:
        file: File | None = None
        for section in self._sections:
            kept = section.kept
            try:
                source = kept.source
            except UnreadableError as error:
                raise RecordError(section.title.number, f"{kept.name}: {error.reason}", error.remedy) from None
            if kept.name.endswith(TEXTS):
                if file is None:
                    raise RecordError(section.title.number, f"no rule file comes before {kept.name}", _UNDAMAGED)
                file = evolve(file, texts=(*file.texts, source))
                continue
            if file is not None:
                yield file
            file = File(source, frozenset(kept.on))
        if file is not None:
            yield file

    def _check_order(self, files: Sequence[File]) -> None:
        """Checks that a ruleset is beneath all others; a `RulesError` if the beginning of one cannot be read."""
        read = [parse(each.source) for each in files]
        stop_at([problem for tree, problems in read if tree is None for problem in problems])
        names = Counter(section.kept.name for section in self._sections)
        for section in self._sections:
            if names[section.kept.name] > 1:
                what = f"{section.kept.name} appears twice"
                raise RecordError(section.title.number, what, "remove one of the two")
        tree = read[0][0] if read else None
        if tree is None or tree.header.kind != "ruleset" or len(files) > LAYERS.most:
            what = "these layers have no ruleset" if len(files) <= LAYERS.most else LAYERS.told(len(files))
            raise RecordError(self._sections[0].title.number, what, _UNDAMAGED)

    def _line(self, name: str, line: int) -> int:
        """The line of the record that holds a line of a file."""
        for section in self._sections:
            if section.kept.name == name:
                return section.lines[line - 1].number if 0 < line <= len(section.lines) else section.title.number
        return self._sections[0].title.number


def _without(texts: tuple[Source, ...], paths: set[str]) -> tuple[Source, ...]:
    return tuple(each for each in texts if each.path not in paths)
