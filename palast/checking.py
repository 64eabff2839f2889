"""The check of a file: the rulesets that it stands for, what is wrong with these, and what their games show."""

from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from os.path import isdir
from pathlib import Path
from time import process_time
from typing import Protocol

from attrs import evolve, frozen

from palast.layering import header, laid_on_each, unread
from palast.rulesets import found, load
from rulespec import RulesError, Ruleset
from rulespec.experiments.hunt import DECISIONS, Finding, Report, Searched, hunt, together
from rulespec.experiments.mutation import GAMES as OF_MUTANTS
from rulespec.experiments.mutation import MutantReport, Progress, mutants
from rulespec.experiments.scenarios import absent, laid_in
from rulespec.game.loading import variants
from rulespec.game.pipeline import warnings
from rulespec.language.errors import Problem
from rulespec.wording.amounts import players

OF_TEXTS = "W074"
SHARE = 10  # rules with another value of an option get this fraction of the effort: one in so many


@frozen
class Laid:
    """A file as it can be played: a ruleset, or a layer on each of those that it goes on; `told` says what it is.

    `variants` are the rules with another value of an option.
    """

    told: str
    rules: tuple[Ruleset, ...]
    variants: tuple[Ruleset, ...] = ()


@frozen
class Refused:
    """A file that cannot be played, and why: in words, and problem by problem if it has any."""

    told: str
    errors: tuple[Problem, ...] = ()


@frozen
class Effort:
    """How much is played to find something; None stands for what is usual."""

    decisions: int | None = None  # with each number of players
    games: int | None = None
    seconds: float | None = None
    positions: int | None = None
    seed: int = 0


@frozen
class Hunted:
    """What was found in the rulesets of a file together, and what was looked at in each."""

    laid: Laid
    findings: tuple[Finding, ...]
    reports: tuple[Report, ...] = ()

    @property
    def wrong(self) -> bool:
        """Whether anything found makes the answer a no: no note does, nor a text for people, which is not played."""
        return any(each.level != "note" and each.problem.code != OF_TEXTS for each in self.findings)

    @property
    def cut_short(self) -> bool:
        """Whether the time was over before anything was found."""
        return any(report.searched.cut for report in self.reports) and not self.wrong


@frozen
class Mutated:
    """Which small changes of the rulesets of a file nothing notices."""

    laid: Laid
    reports: tuple[MutantReport, ...]

    @property
    def survived(self) -> bool:
        """Whether any of them does."""
        return any(report.survivors for report in self.reports)

    @property
    def cut_short(self) -> bool:
        """Whether the time was over, or somebody interrupted, before one was found."""
        return not self.survived and any(report.left for report in self.reports)


class Watching(Protocol):
    """Whoever is told of a check while it goes on."""

    def found(self, finding: Finding) -> object:
        """Called with what is known before any game is played."""

    def played(self, done: int, of: int, finding: Finding | None) -> object:
        """Called with how many games or decisions are done, and with what they have shown."""

    def judging(self) -> Progress:
        """Called before the changes of a ruleset; what it returns is called as each of them is judged."""


def laid(file: str) -> Laid | Refused:
    """The rulesets that a file stands for, and the first of them with each other value of its options."""
    there = _laid(file)
    if isinstance(there, Refused):
        return there
    tried = dict(variants(there.rules[0]))
    for setting, rules in tried.items():
        if isinstance(rules, RulesError):
            return Refused(f"with {setting}:\n{rules}", rules.errors)
    if not tried:
        return there
    told = f"{there.told}\n  also with {', '.join(tried)}"
    return evolve(there, told=told, variants=tuple(each for each in tried.values() if isinstance(each, Ruleset)))


def _laid(file: str) -> Laid | Refused:
    if file and isdir(file):
        return Refused(f"{file} is a folder; give a rule file in it")
    named = found(file)
    first = header(named) if named else None
    if named is not None and first is not None and first.kind == "layer" and not first.extends:
        return _layer(file, named, first.title)
    try:
        rules = load(file)
    except RulesError as error:
        return Refused(str(error), error.errors)
    what = f'{rules.name} "{rules.title}", {players(rules.players)}, {len(rules.composed.entries)} blocks'
    return Laid(f"{file}: {what}", (rules,))


def _layer(file: str, path: Path, title: str | None) -> Laid | Refused:
    tried = laid_on_each(file)
    fitting = {base: rules for base, rules in tried.items() if isinstance(rules, Ruleset)}
    refused = {base: error for base, error in tried.items() if isinstance(error, RulesError)}
    if not fitting:
        base, error = min(refused.items(), key=lambda each: len(each[1].errors))
        goes = f"does not fit {base}"
        if len(tried) > 1:
            goes = f"fits none of {', '.join(tried)}; these are the errors with {base}"
        if mistakes := unread(path):
            goes = f"fits nothing until its syntax errors are fixed; the other errors are those with {base}"
        where = f"{file}: a layer that {goes}\n  to check it with another ruleset: palast check RULESET+{file}"
        return Refused(str(error) if {*error.errors} <= {*mistakes} else f"{error}\n\n{where}", error.errors)
    called = f' "{title}"' if title else ""
    told = [f"{file}: a layer{called} for {', '.join(fitting)}"]
    told += [f"  not for {base}: {error.errors[0].message}" for base, error in refused.items()]
    return Laid("\n".join(told), tuple(fitting.values()))


def read(laid: Laid) -> Hunted:
    """What is wrong with the rulesets of a file before a game is played."""
    problems = dict.fromkeys(problem for rules in laid.rules for problem in warnings(rules))
    return Hunted(laid, tuple(Finding(each) for each in sorted(problems, key=lambda each: each.code == OF_TEXTS)))


def hunted(laid: Laid, effort: Effort, watching: Watching, executor: Executor | None = None) -> Hunted | Refused:
    """What is wrong with the rulesets of a file, and what their games show."""
    try:
        missing = absent([laid_in(rules) for rules in laid.rules])
    except RulesError as error:
        return Refused(str(error), error.errors)
    if missing:
        return Refused(str(RulesError(missing)), missing)
    known = read(laid).findings
    before = [each for each in known if each.problem.code != OF_TEXTS]
    for finding in before:
        watching.found(finding)
    reports, begun = list[Report](), process_time()
    for left, rules in zip(range(len(laid.rules), 0, -1), laid.rules, strict=True):
        seconds = None if effort.seconds is None else max(0.0, effort.seconds - (process_time() - begun)) / left
        reports.append(_hunt(rules, effort, seconds, watching, executor))
    found = (*before, *together(reports), *known[len(before) :])
    seconds = None if effort.seconds is None else max(0.0, effort.seconds - (process_time() - begun))
    of_variants = _of_variants(laid, found, evolve(effort, seconds=seconds), watching, executor)
    return Hunted(laid, (*found, *of_variants), tuple(reports))


def _of_variants(
    laid: Laid, known: Iterable[Finding], effort: Effort, watching: Watching, executor: Executor | None
) -> Iterator[Finding]:
    """The further findings of games with other values of options; each value gets a tenth of the effort."""
    places = {(each.problem.code, each.problem.span) for each in known}
    less = evolve(
        effort,
        decisions=(DECISIONS if effort.decisions is None else effort.decisions) // SHARE,
        games=None if effort.games is None else max(1, effort.games // SHARE),
    )
    for rules in laid.variants:
        seconds = None if effort.seconds is None else effort.seconds / len(laid.variants)
        for finding in _hunt(rules, less, seconds, watching, executor, named=True).findings:
            at = finding.problem.code, finding.problem.span
            if finding.state is not None and finding.level != "note" and at not in places:
                places.add(at)
                yield _with_options(finding, rules)


def _with_options(finding: Finding, rules: Ruleset) -> Finding:
    """A finding that names the options of its game."""
    settings = ", ".join(each.path for each in rules.composed.settings)
    return evolve(finding, problem=evolve(finding.problem, message=f"with {settings}: {finding.problem.message}"))


def _hunt(
    rules: Ruleset,
    effort: Effort,
    seconds: float | None,
    watching: Watching,
    executor: Executor | None,
    *,
    named: bool = False,
) -> Report:
    """A hunt in its share of the time, if time is limited; with `named`, its findings name the options."""
    decisions = DECISIONS if effort.decisions is None else effort.decisions
    of = len(rules.players) * decisions if effort.games is None else effort.games

    def progress(searched: Searched, finding: Finding | None) -> None:
        made = sum((searched.decisions if effort.games is None else searched.games).values())
        watching.played(min(made, of), of, _with_options(finding, rules) if finding and named else finding)

    return hunt(
        rules,
        decisions=decisions,
        games=effort.games,
        seconds=seconds,
        positions=effort.positions,
        seed=effort.seed,
        progress=progress,
        executor=executor,
    )


def mutated(
    laid: Laid, effort: Effort, watching: Watching, executor: Executor | None = None, *, everything: bool = False
) -> Mutated:
    """Small changes of the rulesets of a file, or with `everything` of all beneath it, too; and who notices them."""
    games = OF_MUTANTS if effort.games is None else effort.games
    reports = list[MutantReport]()
    for rules in laid.rules:
        reports.append(
            mutants(
                rules,
                games=games,
                seconds=effort.seconds,
                seed=effort.seed,
                everything=everything,
                progress=watching.judging(),
                executor=executor,
            )
        )
        if reports[-1].interrupted:
            break
    return Mutated(laid, tuple(reports))
