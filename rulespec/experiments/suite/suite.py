"""From the name of a file, a folder or rules to the rulesets whose scenarios and laws are tested."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from os import R_OK, access
from os.path import realpath
from pathlib import Path
from typing import assert_never

from attrs import evolve, field, frozen

from rulespec.experiments.scenarios import absent, laid_in, specs, tried
from rulespec.game.api import Ruleset
from rulespec.game.loading import variants
from rulespec.language.errors import RulesError, problem
from rulespec.language.files import SUFFIX, kind_of
from rulespec.language.tree import declarations as d
from rulespec.language.tree.limits import BYTES
from rulespec.language.tree.source import Source, UnreadableError, beginning_of, uniform
from rulespec.language.trees import parse

Load = Callable[[str], Ruleset]

REMEDY = "add a law (always NAME: CONDITION) or a scenario"

_TESTED = (d.Always, d.Scenario)


@frozen
class Suite:
    """The scenarios and laws of a ruleset to test; `on` is the base of a layer, `spec` the name of the whole."""

    file: str  # as it was named
    on: str
    spec: str
    rules: Ruleset = field(repr=False)
    apart: frozenset[str] = frozenset()  # the paths of files whose scenarios and laws are tested elsewhere
    only: frozenset[str] | None = None  # the keys of those that are tested here, if they are not all

    @property
    def called(self) -> str:
        """Its title, `file on rules`."""
        return called(self.file, self.on)

    @property
    def scenarios(self) -> tuple[str, ...]:
        """The keys of its scenarios."""
        return self._here(tried(self.rules))

    @property
    def laws(self) -> tuple[str, ...]:
        """The keys of its laws."""
        return self._here(self.rules.composed.of(d.Always))

    def _here(self, declared: Iterable[d.Declaration]) -> tuple[str, ...]:
        here = (each.key for each in declared if each.span.source.path not in self.apart)
        return tuple(key for key in here if self.only is None or key in self.only)


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
    """Something without anything to test, with the reason and a remedy."""

    file: str
    reason: str
    remedy: str


NamedSuite = Suite | Unloadable | Untested


def called(file: str, on: str) -> str:
    """The title of a file that is tested on some rules."""
    return f"{file} on {on}" if on else file


def suites(named: str, path: Path | None, load: Load, *, alone: bool = False) -> Iterator[NamedSuite]:
    """The suites of what was `named`; `path` is its file or folder if it names one, and no composition of rules.

    Scenario files beside the rules belong to them, unless a file is tested `alone` because those are tested, too.
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
        what = f"'{tree.header.name}' does not name the ruleset to test it on"
        remedy = f"write in the next line: tried on RULESET; or test RULESET+{named}"
        yield Unloadable(named, "", RulesError((problem("E017", tree.header.span, what, remedy),)))


def _in_folder(named: str, folder: Path, load: Load) -> Iterator[NamedSuite]:
    """The suites of the rule files in a folder and below it that have something to test."""
    there = [path for path in sorted(folder.rglob(f"*{SUFFIX}")) if not _is_hidden(path.relative_to(folder))]
    paths = [path for path in there if path.is_file() or path.is_symlink()]  # a link that leads nowhere is a mistake
    tested = [path for path in paths if not access(path, R_OK) or ((tree := _tree(path)) and _has_tests(tree))]
    for path in tested:
        yield from suites(str(path), path, load, alone=True)
    if not tested:
        yield Untested(named, "no rule file in this folder has a scenario or a law", REMEDY)


def _loaded(file: str, ways: Mapping[str, str], load: Load, only: Path | None = None) -> Iterator[NamedSuite]:
    """The suites of a file on each of the rules it is tried on; `only` is its path if just its own tests are wanted."""
    loaded = []
    for on, spec in ways.items():
        try:
            rules = laid_in(load(spec))
        except RulesError as error:
            yield Unloadable(file, on, error)
            continue
        loaded.append(rules)
        apart = _apart(rules, only) if only else frozenset()
        suite = Suite(file, on, spec, rules, apart)
        yield suite if suite.scenarios or suite.laws else _nothing(suite.called)
        yield from _varied(suite)
    if problems := absent(loaded):
        yield Unloadable(file, "", RulesError(problems))


def _varied(suite: Suite) -> Iterator[NamedSuite]:
    """The suites of scenarios and laws that exist with another value of an option only."""
    for setting, rules in variants(suite.rules):
        on = f"{suite.on or suite.rules.name}+{setting}"
        if isinstance(rules, RulesError):
            yield Unloadable(suite.file, on, rules)
            continue
        only = frozenset(rules.composed.entries.keys() - suite.rules.composed.entries.keys())
        varied = evolve(suite, on=on, spec=f"{suite.spec}+{setting}", rules=rules, only=only)
        if varied.scenarios or varied.laws:
            yield varied


def _apart(rules: Ruleset, only: Path) -> frozenset[str]:
    """The layers whose tests belong to other suites, if only the tests of one file are wanted."""
    layers = rules.composed.layers
    [own] = [layer for layer in layers if realpath(layer.path) == realpath(only)]
    top = max(at for at, layer in enumerate(layers) if layer.tree.header.kind != "scenarios")
    beside = [layer for layer in layers[top + 1 :] if layer is not own]
    first = all(Path(only).name <= Path(layer.path).name for layer in beside)
    elsewhere = own.tree.header.kind == "scenarios" and (_has_tests(layers[top].tree) or not first)
    return frozenset(layer.path for layer in (layers if elsewhere else beside) if layer is not own)


def _nothing(called: str) -> Untested:
    return Untested(called, "no scenario or law to test", REMEDY)


def _tree(path: Path) -> d.RuleFile | None:
    """The tree of a file, or of the beginning of one that is too long; None if it is not a rule file."""
    try:
        text = uniform(beginning_of(path, BYTES.most).decode("utf-8", "replace"))
    except UnreadableError:
        return None
    return parse(Source(str(path), text))[0] if kind_of(text) else None


def _has_tests(tree: d.RuleFile) -> bool:
    """True if a file has something to test, or may have in a broken block."""
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
