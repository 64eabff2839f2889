"""Rulesets from names and paths: made by the pipeline, unless this process or an earlier start already did."""

import copyreg
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from attrs import evolve

from rulespec.engine.extension import playable_by
from rulespec.game.ruleset import Ruleset
from rulespec.language.cache import keep, recalled
from rulespec.language.errors import Problem, RulesError, require_type
from rulespec.language.files import lasts
from rulespec.language.tree import declarations as d
from rulespec.language.tree.limits import LISTED, QUESTION
from rulespec.rules.compose.composed import Composed, File, Setting, file_of
from rulespec.rules.finding import NONE, stack
from rulespec.rules.resolve.ruleset import Rules
from rulespec.rules.rulebook import EngineName, possible_budget

VARIED = 10  # values of an option that are all tried
REMEMBERED = 64  # rulesets that are not made again while the texts of their files are the same


def load(
    spec: str | Path,
    library: Path | Sequence[Path] = (),
    *,
    texts: Mapping[str, str] = NONE,
    listed: int = LISTED,
    engine: EngineName | None = None,
    budget: int = QUESTION,
    **options: int | str | bool,
) -> Ruleset:
    """The ruleset of a name, a path, or either with `+layer`; names are looked up beside the file, then in the library.

    `options` sets options of the rules, as `+NAME=VALUE` in `spec` does: `hand_size=5`, `stacking=True` for `yes`.
    `texts` maps names to the contents of unsaved files, which take precedence. Choices with more than `listed` possible
    answers are asked card by card. `engine` is "native" or "python" (default: native if available). A question that
    takes more than `budget` steps raises a `BudgetExceededError`. Raises a `RulesError` with all problems.
    """
    files = (*map(file_of, _settings(options)), *stack(spec, library, texts))
    return remembered(files, listed, playable_by(engine), possible_budget(budget))


def _settings(options: Mapping[str, int | str | bool]) -> Iterator[Setting]:
    for name, value in options.items():
        if not isinstance(value, bool):
            require_type(name, value, (int, str), "a value of an option (an int, a str or a bool)")
        yield Setting(name, str(value) if not isinstance(value, bool) else "yes" if value else "no")


def variants(rules: Ruleset) -> Iterator[tuple[str, Ruleset | RulesError]]:
    """The rules with each other value of each option that the top layer declares, one at a time, by `option=value`.

    Of a long range of numbers, its ends are taken. None if options are set already.
    """
    composed = rules.composed
    declared = (each for each in composed.of(d.Option) if each.key in composed.changed_on_top)
    for option in () if composed.settings else declared:
        values = option.members if len(option.members) <= VARIED else (option.members[0], option.members[-1])
        for value in values:
            if value != option.default:
                setting = Setting(option.name, str(value))
                files = (file_of(setting), *composed.files)
                try:
                    yield setting.path, remembered(files, rules.resolved.listed, rules.wanted, rules.budget)
                except RulesError as error:
                    yield setting.path, error


@lru_cache(maxsize=REMEMBERED)
def remembered(
    files: tuple[File, ...], listed: int = LISTED, engine: EngineName | None = None, budget: int = QUESTION
) -> Ruleset:
    """The rules of some files, one object as long as it is remembered; what pickling keeps of it."""
    rules = _recalled(files, listed) if all(map(_lasts, files)) else _made(files, listed)
    return rules if engine is None and budget == rules.budget else evolve(rules, wanted=engine, budget=budget)


def _made(files: tuple[File, ...], listed: int) -> Ruleset:
    from rulespec.game.pipeline import made

    return made(files, listed)


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
    from rulespec.game.pipeline import composed

    try:
        return remembered(files).composed, ()
    except RulesError as error:
        return composed(files), error.errors


def _kept(rules: Ruleset) -> tuple[Any, ...]:
    """A ruleset as pickling keeps it, with its files."""
    return remembered, (rules.composed.files, rules.resolved.listed)


copyreg.pickle(Ruleset, _kept)  # here, as a ruleset knows nothing of how it was loaded
