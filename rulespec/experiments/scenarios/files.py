"""Scenarios in files of their own, which are found beside the rules; and the rules that a file is tried on."""

from collections.abc import Iterable, Iterator, Sequence
from os.path import realpath
from pathlib import Path

from attrs import evolve

from rulespec.game.api import Ruleset
from rulespec.game.loading import remembered
from rulespec.language.errors import RulesError
from rulespec.language.files import SUFFIX, kind_of
from rulespec.language.tree import declarations as d
from rulespec.language.tree.source import Source, UnreadableError, content_of, uniform
from rulespec.language.trees import parse
from rulespec.rules.compose import Layer, file_of
from rulespec.rules.finding import bases

KIND = "scenarios"


def laid_in(rules: Ruleset) -> Ruleset:
    """The rules with the files of scenarios found beside theirs, each layered directly on what it extends."""
    layers = rules.composed.layers
    files = [layer for layer in layers if layer.tree.header.kind == KIND]
    known = {realpath(layer.path) for layer in layers}
    for folder in dict.fromkeys(Path(layer.path).parent for layer in layers):
        for path in sorted(folder.glob(f"*{SUFFIX}")):
            tree = _scenarios(path, layers) if realpath(path) not in known else None
            if tree is not None and _is_tried(tree, layers):
                files.append(Layer(tree, frozenset()))
                known.add(realpath(path))  # a folder can be named in two ways
    beneath = [layer for layer in layers if layer.tree.header.kind != KIND]
    placed = [(_top(layer, beneath), layer) for layer in files]
    stack = _inserted(beneath, [(at, layer) for at, layer in placed if at is not None])
    settings = map(file_of, rules.composed.settings)
    return remembered((*settings, *(layer.file for layer in stack)), rules.resolved.listed, rules.wanted, rules.budget)


def specs(path: Path, named: str) -> dict[str, str]:
    """The specs of the rulesets to test a file with, by what it is layered on; "" for a file by itself.

    Empty for a layer that does not say what it is tried on, and for a file that is not a rule file.
    """
    tree = _parsed(path)
    laid = {} if tree is None else bases(tree, path)
    return {base: f"{spec}+{named}" if spec else named for base, spec in laid.items()}


def _is_tried(tree: d.RuleFile, stack: Sequence[Layer]) -> bool:
    """True if a file of scenarios is for the topmost ruleset of a stack; by default it is for all."""
    names = [layer.name for layer in stack if layer.tree.header.kind == "ruleset"]
    tried = [Path(base.partition("+")[0]).stem for base in tree.tried_on]
    return not tried or names[-1] in tried


def _scenarios(path: Path, stack: Sequence[Layer]) -> d.RuleFile | None:
    """The tree of a file of scenarios for these rules; None for any other file, even if it is broken."""
    text = _text(path)
    if text is None or kind_of(text) != KIND:
        return None
    tree, problems = parse(Source(str(path), text))
    if tree is None or not {layer.name for layer in stack}.issuperset(tree.header.extends):
        return None
    if problems:
        raise RulesError(problems)
    return tree


def _top(file: Layer, stack: list[Layer]) -> int | None:
    """The index of the highest layer that a file of scenarios extends; None if one is missing."""
    folder = realpath(Path(file.path).parent)
    places: list[int | None] = []
    for name in file.tree.header.extends:
        named = [at for at, layer in enumerate(stack) if layer.name == name]
        beside = [at for at in named if realpath(Path(stack[at].path).parent) == folder]
        places += (beside or (named if file.beneath else []))[:1] or [None]
    return None if None in places or not places else max(at for at in places if at is not None)


def _inserted(stack: list[Layer], files: Iterable[tuple[int, Layer]]) -> Iterator[Layer]:
    """The stack with files of scenarios inserted; layers on what these extend lie on them, too."""
    below: dict[str, set[str]] = {}  # the paths of inserted files, by the path of what they lie on
    on = {at: [layer for there, layer in files if there == at] for at in range(len(stack))}
    for at, layer in enumerate(stack):
        more = {path for beneath in layer.beneath for path in below.get(beneath, ())}
        layer = evolve(layer, beneath=layer.beneath | more)
        yield layer
        beneath = layer.beneath | {layer.path}
        for file in on[at]:
            yield evolve(file, beneath=beneath | file.beneath)
            below.setdefault(layer.path, set()).add(file.path)


def _parsed(path: Path) -> d.RuleFile | None:
    text = _text(path)
    return None if text is None else parse(Source(str(path), text))[0]


def _text(path: Path) -> str | None:
    try:
        return uniform(content_of(path).decode("utf-8", "replace"))
    except UnreadableError:
        return None
