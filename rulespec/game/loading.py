"""From the text of rule files to rules that can be played, in one function; what is remembered, what mistakes tell."""

import copyreg
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from attrs import evolve

from rulespec.engine.native.engine import playable_by
from rulespec.engine.python.budget import possible
from rulespec.game.api import Ruleset
from rulespec.language.cache import keep, recalled
from rulespec.language.errors import Problem, RulesError, stop_at
from rulespec.language.files import lasts
from rulespec.language.parser import parse
from rulespec.language.printer import written
from rulespec.language.tree import declarations as d
from rulespec.language.tree.limits import LISTED, PROBLEMS, QUESTION
from rulespec.language.tree.source import source_of
from rulespec.rules.checks import check
from rulespec.rules.compose import Composed, File, Layer, compose
from rulespec.rules.compose.causes import at_their_causes
from rulespec.rules.compose.spelling import respelt
from rulespec.rules.finding import NONE, stack
from rulespec.rules.resolve.ruleset import Rules, resolve
from rulespec.rules.rulebook import EngineName
from rulespec.rules.texts.checks import wrong_texts
from rulespec.rules.texts.current import stale_texts

REMEMBERED = 64  # rulesets that are not made again while the texts of their files are the same


def load(
    spec: str | Path,
    library: Path | Sequence[Path] = (),
    *,
    texts: Mapping[str, str] = NONE,
    listed: int = LISTED,
    engine: EngineName | None = None,
    budget: int = QUESTION,
) -> Ruleset:
    """The ruleset of a name, a path, or either with `+layer`; names are looked up beside the file, then in the library.

    Some `texts`, by name, are files that lie in no folder but beside each other, and are found before all others. A
    choice that could have more than `listed` answers is asked bit by bit. The games are played by an `engine`, the best
    that there is by default; a question that takes more steps than the `budget` is a `BudgetExceededError`. A
    `RulesError` lists everything that is wrong.
    """
    return remembered(stack(spec, library, texts), listed, playable_by(engine), possible(budget))


# ---- the pipeline


def ruleset(files: Iterable[File | Layer], listed: int = LISTED, earlier: Iterable[Problem] = ()) -> Ruleset:
    """The rules that some files say, the base first; a `RulesError` lists everything that is wrong, or was `earlier`.

    Each pass works on what the one before could make sense of, so that one mistake does not hide the next.
    """
    layers, unread = trees(files)  # text -> tree
    composed, clashes = compose(layers)  # trees -> blocks as they stand after all layers
    rules, unresolved = resolve(composed, listed)  # names -> meanings
    checked(rules, [*earlier, *unread], clashes, unresolved)  # demands of the language
    return Ruleset(rules)  # planned by `Ruleset.game`, for each number of players when they first play


def warnings(rules: Ruleset) -> list[Problem]:
    """What deserves a second look in rules that can be played, before they are."""
    return [*(each for each in check(rules.resolved) if each.code.startswith("W")), *stale_texts(rules.resolved)]


def beneath(rules: Ruleset) -> Ruleset | None:
    """The rules without their top layer; None where nothing is beneath it that can be played."""
    files = files_beneath([layer for layer in rules.composed.layers if layer.tree.header.kind != "scenarios"])
    try:
        made = ruleset(files, rules.resolved.listed) if files else None
        return made and evolve(made, wanted=rules.wanted, budget=rules.budget)
    except RulesError:
        return None


def files_beneath(layers: Sequence[Layer]) -> list[File]:
    """The files below the last layer, and one that only renames what that layer renames; none where it is the first."""
    *below, top = layers
    renames = tuple(item for item in top.tree.items if isinstance(item, d.Rename))
    also = [File(source_of(top.path, written(evolve(top.tree, items=renames))), top.beneath)] if renames else []
    return [*(layer.file for layer in below), *also] if below else []


def trees(files: Iterable[File | Layer]) -> tuple[tuple[Layer, ...], list[Problem]]:
    """The trees of files in their places, those that have a header; and what cannot be read."""
    layers, problems = list[Layer](), list[Problem]()
    for file in files:
        if isinstance(file, Layer):
            layers.append(file)
            continue
        tree, unread = parse(file.source)
        problems += unread
        if tree is not None:
            layers.append(Layer(tree, file.beneath, file.texts, file.elsewhere))
    return tuple(layers), problems


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


# ---- around it


@lru_cache(maxsize=REMEMBERED)
def remembered(
    files: tuple[File, ...], listed: int = LISTED, engine: EngineName | None = None, budget: int = QUESTION
) -> Ruleset:
    """The rules of some files, one object as long as it is remembered; what pickling keeps of it."""
    rules = _recalled(files, listed) if all(map(_lasts, files)) else _made(files, listed)
    return rules if engine is None and budget == rules.budget else evolve(rules, wanted=engine, budget=budget)


def _made(files: tuple[File, ...], listed: int) -> Ruleset:
    """The rules of some files; a `RulesError` tells what is wrong at its cause."""
    try:
        rules = ruleset(files, listed)
    except RulesError as error:
        raise _told(error, files, listed) from None
    stop_at(wrong_texts(rules))
    return rules


def _recalled(files: tuple[File, ...], listed: int) -> Ruleset:
    """The same as it was made at an earlier start, if it was; it takes a fifth of the time, and asks for no parser."""
    what = f"rules {listed} {' '.join(file.path for file in files)}"
    texts = [*_told_by(files)]
    resolved: Rules | None = recalled(what, texts)
    if resolved is not None:
        return Ruleset(resolved)
    rules = _made(files, listed)
    keep(what, texts, rules.resolved)
    return rules


def _lasts(file: File) -> bool:
    """Whether a file and all that is looked at for it come along with a program."""
    return all(lasts(each.path) for each in (file.source, *file.texts)) and all(
        _lasts(each) for files in file.elsewhere for each in files
    )


def _told_by(files: Iterable[File]) -> Iterator[str]:
    """All that the rules of some files depend on."""
    for file in files:
        counts = len(file.beneath), len(file.texts), [len(each) for each in file.elsewhere]
        yield from (repr(counts), file.path, file.source.text, *sorted(file.beneath))
        for source in file.texts:
            yield from (source.path, source.text)
        for each in file.elsewhere:
            yield from _told_by(each)


@lru_cache(maxsize=32)  # for speed: an editor asks of its texts, on each of their rulesets, again and again
def examined(files: tuple[File, ...]) -> tuple[Composed, tuple[Problem, ...]]:
    """The blocks of files as they stand, and everything that is wrong with them."""
    try:
        return remembered(files).composed, ()
    except RulesError as error:
        return compose(trees(files)[0])[0], error.errors


def _told(error: RulesError, files: Iterable[File], listed: int) -> RulesError:
    """What is wrong with files but for what misspelt declarations bring about, each problem at its cause."""
    layers, unread = trees(files)
    layers, slips = respelt(layers)
    if slips:
        error = _wrong(layers, listed, [*unread, *slips])
    causes = at_their_causes(error.errors, layers, lambda tried: _wrong(tried, listed).errors)
    return RulesError(causes, error.more)


def _wrong(layers: Iterable[Layer], listed: int, earlier: Iterable[Problem] = ()) -> RulesError:
    try:
        ruleset(layers, listed, earlier)
    except RulesError as error:
        return error
    return RulesError(())


def _kept(rules: Ruleset) -> tuple[Any, ...]:
    """A ruleset as pickling keeps it, with its files."""
    return remembered, (tuple(layer.file for layer in rules.composed.layers), rules.resolved.listed)


copyreg.pickle(Ruleset, _kept)  # here, as a ruleset knows nothing of how it was loaded
