"""All mutants of some rules, judged one after another."""

from collections.abc import Callable
from time import process_time

from rulespec.api import Ruleset
from rulespec.errors import RulesError
from rulespec.mutants.judge import Judge
from rulespec.mutants.mutant import Mutant, mutants_of
from rulespec.mutants.report import Judged, MutantReport
from rulespec.scenarios.files import laid_in

GAMES = 120  # in which laws are looked at, and so many in step

Progress = Callable[[int, int, Judged | None], None]  # how many of how many are done, and what became of the last


def mutants(
    rules: Ruleset,
    *,
    games: int = GAMES,
    seconds: float | None = None,
    seed: int = 0,
    everything: bool = False,
    progress: Progress | None = None,
) -> MutantReport:
    """The rules with each small change of what the top file wrote, or of `everything`, and what notices it.

    Scenarios in files beside those of the rules are tried, too. The same seed and number of games find the same; after
    so many `seconds` of the processor's time no further mutant is judged.
    """
    begun = process_time()
    rules = laid_in(rules)
    several, judge, judged = list(mutants_of(rules, everything=everything)), Judge(rules, games, seed), list[Judged]()
    for done, mutant in enumerate(several):
        if seconds is not None and process_time() - begun >= seconds:
            return _report(judge, judged, len(several) - done)
        found = _judged(judge, mutant)
        judged += [found] if found else []
        if progress is not None:
            progress(done + 1, len(several), found)
    return _report(judge, judged, 0)


def _report(judge: Judge, judged: list[Judged], left: int) -> MutantReport:
    return MutantReport(judge.rules, judge.games, tuple(judged), left, judge.wrong)


def _judged(judge: Judge, mutant: Mutant) -> Judged | None:
    """What becomes of a mutant; None if it does not load, and so is none."""
    try:
        return Judged(mutant, judge.verdict(mutant))
    except RulesError:
        return None
