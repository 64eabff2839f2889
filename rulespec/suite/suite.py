"""From what somebody names, a file, a folder or rules, to the rulesets whose scenarios and laws are tested."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from os import R_OK, access
from os.path import realpath
from pathlib import Path
from typing import assert_never

from attrs import field, frozen

from rulespec.api import Ruleset
from rulespec.errors import RulesError, problem
from rulespec.finding import SUFFIX, kind_of
from rulespec.language.parser import parse
from rulespec.scenarios import absent, laid_in, specs, tried
from rulespec.tree import declarations as d
from rulespec.tree.limits import BYTES
from rulespec.tree.source import Source, UnreadableError, beginning_of, uniform

Load = Callable[[str], Ruleset]

REMEDY = "write what must hold, always NAME: CONDITION, or a scenario"

_TESTED = (d.Always, d.Scenario)


@frozen
class Suite:
    """The scenarios and laws of a ruleset; `on` says what a layer was laid on, `spec` how the whole is loaded."""

    file: str  # as somebody named it
    on: str
    spec: str
    rules: Ruleset = field(repr=False)
    apart: frozenset[str] = frozenset()  # the paths of files whose scenarios and laws are tested with them

    @property
    def called(self) -> str:
        return called(self.file, self.on)

    @property
    def scenarios(self) -> tuple[str, ...]:
        """Its scenarios, by their keys."""
        return self._here(tried(self.rules))

    @property
    def laws(self) -> tuple[str, ...]:
        """Its laws, by their keys."""
        return self._here(self.rules.composed.of(d.Always))

    def _here(self, declared: Iterable[d.Declaration]) -> tuple[str, ...]:
        return tuple(each.key for each in declared if each.span.source.path not in self.apart)


@frozen
class Unloadable:
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


Found = Suite | Unloadable | Untested


def called(file: str, on: str) -> str:
    """What a file is called where it lies on some rules."""
    return f"{file} on {on}" if on else file


def suites(named: str, path: Path | None, load: Load, *, alone: bool = False) -> Iterator[Found]:
    """What there is to test in rules that are `named` so; `path` is their file, or a folder, if they are just that.

    The scenarios in files beside the rules are theirs, unless a file is to be tested `alone`, as these files are, too.
    """
    if path is not None and path.is_dir():
        yield from _in_folder(named, path, load)
        return
    tree = _tree(path) if path else None
    if path is None or tree is None or path.stat().st_size > BYTES.most:  # loading tells what is wrong with it
        yield from _loaded(named, {"": named}, load)
    elif ways := specs(path, named):
        yield from _loaded(named, ways, load, path if alone or tree.header.kind == "scenarios" else None)
    elif not _has_tests(tree):
        yield _nothing(named)
    else:
        what = f"'{tree.header.name}' does not say which rules it is tried on"
        remedy = f"write below: tried on RULESET; or name one: RULESET+{named}"
        yield Unloadable(named, "", RulesError((problem("E017", tree.header.span, what, remedy),)))


def _in_folder(named: str, folder: Path, load: Load) -> Iterator[Found]:
    """The rule files in a folder, and below it, that hold something to test; files of other programs are left alone."""
    there = [path for path in sorted(folder.rglob(f"*{SUFFIX}")) if not _is_hidden(path.relative_to(folder))]
    paths = [path for path in there if path.is_file() or path.is_symlink()]  # a link that leads nowhere is a mistake
    tested = [path for path in paths if not access(path, R_OK) or ((tree := _tree(path)) and _has_tests(tree))]
    for path in tested:
        yield from suites(str(path), path, load, alone=True)
    if not tested:
        yield Untested(named, "no rule file in this folder has a scenario or a law", REMEDY)


def _loaded(file: str, ways: Mapping[str, str], load: Load, only: Path | None = None) -> Iterator[Found]:
    """The rules of a file as it is laid on each of others; `only` what it says itself, where that is wanted."""
    loaded = []
    for on, spec in ways.items():
        try:
            rules = laid_in(load(spec))
        except RulesError as error:
            yield Unloadable(file, on, error)
            continue
        loaded.append(rules)
        suite = Suite(file, on, spec, rules, _apart(rules, only) if only else frozenset())
        yield suite if suite.scenarios or suite.laws else _nothing(suite.called)
    if problems := absent(loaded):
        yield Unloadable(file, "", RulesError(problems))


def _apart(rules: Ruleset, only: Path) -> frozenset[str]:
    """The files whose tests are those of others: what a file of scenarios lies on, if that is tested itself."""
    layers = rules.composed.layers
    [own] = [layer for layer in layers if realpath(layer.path) == realpath(only)]
    top = max(at for at, layer in enumerate(layers) if layer.tree.header.kind != "scenarios")
    beside = [layer for layer in layers[top + 1 :] if layer is not own]
    first = all(Path(only).name <= Path(layer.path).name for layer in beside)
    elsewhere = own.tree.header.kind == "scenarios" and (_has_tests(layers[top].tree) or not first)
    return frozenset(layer.path for layer in (layers if elsewhere else beside) if layer is not own)


def _nothing(called: str) -> Untested:
    return Untested(called, "there is no scenario and no law", REMEDY)


def _tree(path: Path) -> d.RuleFile | None:
    """What a file says, if it begins as rule files do; of one that is too long, its beginning."""
    try:
        text = uniform(beginning_of(path, BYTES.most).decode("utf-8", "replace"))
    except UnreadableError:
        return None
    return parse(Source(str(path), text))[0] if kind_of(text) else None


def _has_tests(tree: d.RuleFile) -> bool:
    """Whether there is something to test in a file, as far as it can be read."""
    return bool(tree.broken) or any(map(_is_tested, tree.items))


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def _is_tested(item: d.Item) -> bool:
    match item:
        case d.Plain(declaration=declared) | d.AddBlock(declaration=declared) | d.Replace(declaration=declared):
            return isinstance(declared, _TESTED)
        case d.TriedOn():
            return True
        case d.AddWord() | d.Remove() | d.Rename() | d.Put() | d.Cite() | d.Changes():
            return False
        case _:
            assert_never(item)
