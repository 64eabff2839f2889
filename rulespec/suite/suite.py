"""From what somebody names, a file, a folder or rules, to the rulesets whose scenarios and laws are tested."""

from collections.abc import Callable, Iterator
from pathlib import Path

from attrs import field, frozen

from rulespec.api import Ruleset
from rulespec.errors import RulesError, problem
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
        return called(self.file, self.on)

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

    @property
    def called(self) -> str:
        return called(self.file, self.on)


@frozen
class Untested:
    """What holds nothing to test: why, and what can be done about it."""

    file: str
    reason: str
    remedy: str


Found = Suite | Refused | Untested


def called(file: str, on: str) -> str:
    """What a file is called where it lies on some rules."""
    return f"{file} on {on}" if on else file


def suites(named: str, path: Path | None, load: Load) -> Iterator[Found]:
    """What there is to test in rules that are `named` so; `path` is their file, or a folder, if they are just that."""
    if path is not None and path.is_dir():
        yield from _in_folder(named, path, load)
        return
    tree = _tree(path) if path else None
    if tree is None or tree.header.kind != "layer" or tree.header.extends:
        yield from _loaded(named, "", named, load)
    else:
        what = f"'{tree.header.name}' is a layer, it is tested on a ruleset"
        yield Refused(named, "", RulesError((problem("E017", tree.header.span, what, f"name one: RULESET+{named}"),)))


def _in_folder(named: str, folder: Path, load: Load) -> Iterator[Found]:
    """The rule files in a folder, and below it, that hold something to test; files of other programs are left alone."""
    paths = [path for path in sorted(folder.rglob(f"*{SUFFIX}")) if not _is_hidden(path.relative_to(folder))]
    tested = [path for path in paths if (tree := _tree(path)) and (tree.broken or any(map(_is_tested, tree.items)))]
    for path in tested:
        yield from suites(str(path), path, load)
    if not tested:
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


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def _is_tested(item: d.Item) -> bool:
    match item:
        case d.Plain(declaration=declared) | d.AddBlock(declaration=declared) | d.Replace(declaration=declared):
            return isinstance(declared, _TESTED)
        case _:
            return False
