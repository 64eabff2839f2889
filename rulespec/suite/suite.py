"""From what somebody names, a file, a folder or rules, to the rulesets whose scenarios and laws are tested."""

from collections.abc import Callable, Iterator
from pathlib import Path

from attrs import field, frozen

from rulespec.api import Ruleset
from rulespec.errors import RulesError
from rulespec.language.parser import parse
from rulespec.load import SUFFIX
from rulespec.tree import declarations as d
from rulespec.tree.source import Source, UnreadableError, content_of, uniform

Load = Callable[[str], Ruleset]

_TESTED = (d.Always,)


@frozen
class Suite:
    """The scenarios and laws of a ruleset; `on` says what a layer was laid on, `spec` how the whole is loaded."""

    file: str  # as somebody named it
    on: str
    spec: str
    rules: Ruleset = field(repr=False)

    @property
    def called(self) -> str:
        return f"{self.file} on {self.on}" if self.on else self.file

    @property
    def laws(self) -> tuple[str, ...]:
        """The laws by their keys."""
        return tuple(law.key for law in self.rules.composed.of(d.Always))


@frozen
class Refused:
    """Rules that do not load."""

    file: str
    on: str
    error: RulesError


@frozen
class Untested:
    """What holds nothing to test: why, and what can be done about it."""

    file: str
    reason: str
    remedy: str


Found = Suite | Refused | Untested


def suites(named: str, path: Path | None, load: Load) -> Iterator[Found]:
    """What there is to test in rules that are `named` so; `path` is their file, or a folder, if they are just that."""
    if path is not None and path.is_dir():
        yield from _in_folder(named, path, load)
        return
    tree = _tree(path) if path else None
    if tree is None or tree.header.kind == "ruleset" or tree.header.extends:
        yield from _loaded(named, "", named, load)
    else:
        yield Untested(named, "a layer is tested on a ruleset", f"name one before it: RULESET+{named}")


def _in_folder(named: str, folder: Path, load: Load) -> Iterator[Found]:
    """The rule files in a folder, and below it, that hold something to test; files of other programs are left alone."""
    any_there = False
    for path in sorted(folder.rglob(f"*{SUFFIX}")):
        tree = _tree(path)
        if tree is not None and (tree.broken or any(map(_is_tested, tree.items))):
            any_there = True
            yield from suites(str(path), path, load)
    if not any_there:
        yield Untested(named, "no rule file in this folder has a law", "write one: always NAME: CONDITION")


def _loaded(file: str, on: str, spec: str, load: Load) -> Iterator[Found]:
    try:
        suite = Suite(file, on, spec, load(spec))
    except RulesError as error:
        yield Refused(file, on, error)
        return
    if suite.laws:
        yield suite
    else:
        yield Untested(suite.called, "there is no law", "write one: always NAME: CONDITION")


def _tree(path: Path) -> d.RuleFile | None:
    """What a file says, if it begins as rule files do."""
    try:
        text = content_of(path).decode("utf-8", "replace")
    except UnreadableError:
        return None
    return parse(Source(str(path), uniform(text)))[0]


def _is_tested(item: d.Item) -> bool:
    match item:
        case d.Plain(declaration=declared) | d.AddBlock(declaration=declared) | d.Replace(declaration=declared):
            return isinstance(declared, _TESTED)
        case _:
            return False
