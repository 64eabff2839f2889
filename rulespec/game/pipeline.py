"""From the text of rule files to rules that can be played, in one function; what mistakes tell."""

import re
from collections.abc import Iterable

from attrs import evolve

from rulespec.game.ruleset import Ruleset
from rulespec.language.errors import Problem, RulesError, stop_at
from rulespec.language.printer import written
from rulespec.language.tree import declarations as d
from rulespec.language.tree.limits import LISTED, PROBLEMS
from rulespec.language.tree.source import Source, source_of
from rulespec.language.trees import parse
from rulespec.rules.checks import check
from rulespec.rules.compose import Composed, File, Layer, Setting, compose, file_of
from rulespec.rules.compose.causes import at_their_causes
from rulespec.rules.compose.spelling import respelt
from rulespec.rules.resolve.resolution import resolve
from rulespec.rules.resolve.ruleset import Rules
from rulespec.rules.texts.checks import wrong_texts
from rulespec.rules.texts.current import stale_texts

_UNKNOWN = re.compile(r"(?:unknown [\w ]+ )?'([^']+)'")  # a name that the rules do not declare


def ruleset(files: Iterable[File | Layer], listed: int = LISTED, earlier: Iterable[Problem] = ()) -> Ruleset:
    """The rules that some files say, the base first; a `RulesError` lists everything that is wrong, or was `earlier`.

    Each pass works on what the one before could make sense of, so that one mistake does not hide the next.
    """
    files = tuple(files)
    layers, unread = trees(files)  # text -> tree
    composed, clashes = compose(layers, settings_in(files))  # trees -> blocks after all layers
    rules, unresolved = resolve(composed, listed)  # names -> meanings
    checked(rules, [*earlier, *unread], clashes, unresolved)  # demands of the language
    return Ruleset(rules)  # planned by `Ruleset.game`, for each number of players when they first play


def warnings(rules: Ruleset) -> list[Problem]:
    """What deserves a second look in rules that can be played, before they are."""
    return [*(each for each in check(rules.resolved) if each.code.startswith("W")), *stale_texts(rules.resolved)]


def beneath(rules: Ruleset) -> Ruleset | None:
    """The rules without their top layer; None where nothing is beneath it that can be played."""
    files = files_beneath(rules.composed)
    try:
        made = ruleset(files, rules.resolved.listed) if files else None
        return made and evolve(made, wanted=rules.wanted, budget=rules.budget)
    except RulesError:
        return None


def files_beneath(composed: Composed) -> list[File]:
    """The files below the last layer, and one that only renames what that layer renames; none where it is the first.

    The settings of options that these files have go with them.
    """
    *below, top = (layer for layer in composed.layers if layer.tree.header.kind != "scenarios")
    if not below:
        return []
    renames = tuple(item for item in top.tree.items if isinstance(item, d.Rename))
    also = [File(source_of(top.path, written(evolve(top.tree, items=renames))), top.beneath)] if renames else []
    there = compose(below)[0].options.declared
    settings = (file_of(each) for each in composed.settings if any(map(each.names, there)))
    return [*(layer.file for layer in below), *also, *settings]


def trees(files: Iterable[File | Layer]) -> tuple[tuple[Layer, ...], list[Problem]]:
    """The trees of files in their places, those that have a header; and what cannot be read."""
    layers, problems = list[Layer](), list[Problem]()
    for file in files:
        if isinstance(file, Layer):
            layers.append(file)
            continue
        if file.setting is not None:
            continue
        tree, unread = parse(file.source)
        problems += unread
        if tree is not None:
            layers.append(Layer(tree, file.beneath, file.texts, file.elsewhere))
    return tuple(layers), problems


def settings_in(files: Iterable[File | Layer]) -> tuple[Setting, ...]:
    """The settings of options among files."""
    return tuple(file.setting for file in files if isinstance(file, File) and file.setting is not None)


def checked(rules: Rules, *earlier: Iterable[Problem]) -> Rules:
    """The rules, unless something is wrong with them or was in `earlier` passes: a `RulesError` says what."""
    problems: list[Problem] = []
    for found in earlier:
        problems += found
        if len(problems) > PROBLEMS.most:
            stop_at(problems)
    well_formed = not problems and not any(each.tree.broken for each in rules.composed.layers)
    problems += [each for each in check(rules, well_formed=well_formed) if each.code.startswith("E")]
    stop_at(problems)
    return rules


# ---- with causes


def made(files: tuple[File, ...], listed: int) -> Ruleset:
    """The rules of some files; a `RulesError` tells what is wrong at its cause."""
    try:
        rules = ruleset(files, listed)
    except RulesError as error:
        raise _told(error, files, listed) from None
    stop_at(wrong_texts(rules))
    return rules


def composed(files: Iterable[File]) -> Composed:
    """The blocks of files as they are after all layers, whatever is wrong with them."""
    files = tuple(files)
    return compose(trees(files)[0], settings_in(files))[0]


def _told(error: RulesError, files: Iterable[File], listed: int) -> RulesError:
    """What is wrong with files but for what misspelt declarations bring about, each problem at its cause."""
    files = tuple(files)
    settings = [file for file in files if file.setting is not None]
    layers, unread = trees(files)
    layers, slips = respelt(layers)
    if slips:
        error = _wrong([*layers, *settings], listed, [*unread, *slips])
    errors = _first(error.errors, layers, unread)
    causes = at_their_causes(errors, layers, lambda tried: _wrong([*tried, *settings], listed).errors)
    return RulesError(causes, error.more)


def _first(errors: Iterable[Problem], layers: Iterable[Layer], unread: Iterable[Problem]) -> tuple[Problem, ...]:
    """The errors without those that follow from others: in lines that could not be read, or of one unknown name."""
    known, broken = {*unread}, set[tuple[str, int]]()
    for span in (span for layer in layers for span in layer.tree.broken):
        last, _ = span.source.position(span.end - 1)
        broken.update((span.source.path, line) for line in range(span.line, last + 1))
    found, names = list[Problem](), set[str]()
    for each in errors:
        unknown = _UNKNOWN.match(each.message) if each.code == "E020" else None
        rows = _lines(each.span.source) if each.code == "E032" and each.span else ()  # a row may be in a broken line
        if (unknown and unknown[1] in names) or (
            each not in known and any((each.path, line) in broken for line in (each.line, *rows))
        ):
            continue
        if unknown:
            names.update((unknown[1], *(fix.text for fix in each.fixes)))
        found.append(each)
    return tuple(found)


def _lines(block: Source) -> range:
    """The lines of a block, by their numbers in the file."""
    return range(block.first, block.first + len(block.starts))


def _wrong(files: Iterable[File | Layer], listed: int, earlier: Iterable[Problem] = ()) -> RulesError:
    try:
        ruleset(files, listed, earlier)
    except RulesError as error:
        return error
    return RulesError(())
