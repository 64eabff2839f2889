"""Judges all mutants of a ruleset."""

from collections.abc import Callable
from time import process_time

from rulespec.api import Ruleset
from rulespec.errors import RulesError
from rulespec.mutants.judge import Judge
from rulespec.mutants.mutant import Mutant, mutants_of
from rulespec.mutants.report import Judged, MutantReport
from rulespec.scenarios.files import laid_in

GAMES = 120  # random games to check laws in, and as many in lockstep

Progress = Callable[[int, int, Judged | None], None]  # how many of how many are done, and what became of the last


def mutants(
    rules: Ruleset,
    *,
    games: int = GAMES,
    seconds: float | None = None,
    seed: int = 0,
    everything: bool = False,
    most: int | None = None,
    progress: Progress | None = None,
) -> MutantReport:
    """Judges the mutants of what the top layer wrote, or of `everything`; at `most` so many, from all over the rules.

    Scenarios in files beside the rules are used, too. The result depends on these numbers only, unless `seconds` of
    processor time, or a `KeyboardInterrupt`, end the search.
    """
    begun = process_time()
    rules = laid_in(rules)
    several = _spread(list(mutants_of(rules, everything=everything)), most)
    judge, judged = Judge(rules, games, seed), list[Judged]()
    done = 0
    try:
        for mutant in several:
            if seconds is not None and process_time() - begun >= seconds:
                break
            found = _judged(judge, mutant)
            judged += [found] if found else []
            done += 1
            if progress is not None:
                progress(done, len(several), found)
    except KeyboardInterrupt:  # what is known by then is told
        return _report(judge, judged, len(several) - done, interrupted=True)
    return _report(judge, judged, len(several) - done)


def _spread(several: list[Mutant], most: int | None) -> list[Mutant]:
    """So many of them, evenly spread."""
    if most is None or len(several) <= most:
        return several
    return [several[number * len(several) // most] for number in range(most)]


def _report(judge: Judge, judged: list[Judged], left: int, *, interrupted: bool = False) -> MutantReport:
    return MutantReport(judge.rules, judge.games, tuple(judged), left, judge.wrong, interrupted)


def _judged(judge: Judge, mutant: Mutant) -> Judged | None:
    """A mutant with its verdict; None if it does not load."""
    try:
        return Judged(mutant, judge.verdict(mutant))
    except RulesError:
        return None
