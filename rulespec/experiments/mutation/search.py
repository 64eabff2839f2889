"""Judges all mutants of a ruleset."""

from collections.abc import Callable, Generator
from concurrent.futures import Executor
from contextlib import closing, suppress
from time import process_time

from rulespec.api import Ruleset
from rulespec.experiments.mutation.distribution import Judging, chosen, judged_by, verdict_of
from rulespec.experiments.mutation.judge import Judge
from rulespec.experiments.mutation.mutant import Mutant
from rulespec.experiments.mutation.report import Judged, MutantReport
from rulespec.experiments.mutation.verdict import Verdict
from rulespec.experiments.scenarios.files import laid_in
from rulespec.experiments.workers.packing import packed

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
    executor: Executor | None = None,
) -> MutantReport:
    """Judges the mutants of what the top layer wrote, or of `everything`; at `most` so many, from all over the rules.

    Scenarios in files beside the rules are used, too. The result depends on these numbers only, unless `seconds` of
    processor time, or a `KeyboardInterrupt`, end the search. An `executor` judges them in parallel, with the same
    verdicts.
    """
    begun = process_time()
    rules = laid_in(rules)
    several, judge, judged = chosen(rules, everything, most), Judge(rules, games, seed), list[Judged]()
    if executor is None:
        verdicts = _judged(judge, several)
    else:
        verdicts = judged_by(executor, Judging(packed(rules), games, seed, everything, most), judge, several)
    done, spent = 0, 0.0
    with suppress(KeyboardInterrupt), closing(verdicts):  # what is known by then is told
        for mutant in several:
            if seconds is not None and process_time() - begun + spent >= seconds:
                return _report(judge, judged, len(several) - done)
            verdict, elsewhere = next(verdicts)
            spent += elsewhere
            found = None if verdict is None else Judged(mutant, verdict)
            judged += [found] if found else []
            done += 1
            if progress is not None:
                progress(done, len(several), found)
        return _report(judge, judged, 0)
    return _report(judge, judged, len(several) - done, interrupted=True)


def _judged(judge: Judge, several: list[Mutant]) -> Generator[tuple[Verdict | None, float], None, None]:
    """The verdicts of this process, whose time is counted here."""
    return ((verdict_of(judge, mutant), 0.0) for mutant in several)


def _report(judge: Judge, judged: list[Judged], left: int, *, interrupted: bool = False) -> MutantReport:
    return MutantReport(judge.rules, judge.games, tuple(judged), left, judge.wrong, interrupted)
