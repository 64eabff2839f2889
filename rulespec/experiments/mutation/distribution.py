"""Mutants judged by workers: each makes the same mutants of the same rules, and is sent their numbers."""

from collections.abc import Generator
from concurrent.futures import Executor
from functools import lru_cache
from time import process_time

from attrs import frozen

from rulespec.api import Ruleset
from rulespec.errors import RulesError
from rulespec.experiments.mutation.judge import Judge
from rulespec.experiments.mutation.mutant import Mutant, mutants_of
from rulespec.experiments.mutation.verdict import Alike, Killed, Survives, Verdict
from rulespec.experiments.workers.packing import unpacked
from rulespec.experiments.workers.queue import in_order

CHUNK = 8  # mutants, which take about a second

Sent = Killed | bool | None  # killed; else whether it survives; None for what does not load


@frozen
class Judging:
    """What decides the mutants of some rules, and how they are judged; it is sent to the workers."""

    rules: bytes  # packed
    games: int
    seed: int
    everything: bool
    most: int | None

    def chunk(self, first: int, count: int) -> tuple[list[Sent], float]:
        """What becomes of `count` mutants from number `first` on, and the seconds of processor time that it took."""
        begun = process_time()
        judge, several = _known(self)
        found = [_sent(verdict_of(judge, mutant)) for mutant in several[first : first + count]]
        return found, process_time() - begun


def chosen(rules: Ruleset, everything: bool, most: int | None) -> list[Mutant]:
    """The mutants of some rules; of more than `most` so many, evenly spread."""
    several = list(mutants_of(rules, everything=everything))
    if most is None or len(several) <= most:
        return several
    return [several[number * len(several) // most] for number in range(most)]


def verdict_of(judge: Judge, mutant: Mutant) -> Verdict | None:
    """The verdict on a mutant; None if it does not load."""
    try:
        return judge.verdict(mutant)
    except RulesError:
        return None


def judged_by(
    executor: Executor, judging: Judging, judge: Judge, several: list[Mutant]
) -> Generator[tuple[Verdict | None, float], None, None]:
    """The verdicts of workers, in the order of the mutants, each with the processor time that it took."""
    chunks = ((first, min(CHUNK, len(several) - first)) for first in range(0, len(several), CHUNK))
    left = iter(several)
    for found, seconds in in_order(executor, judging.chunk, chunks):
        for each in found:
            yield _received(each, judge, next(left)), seconds / len(found)


@lru_cache(maxsize=2)
def _known(judging: Judging) -> tuple[Judge, list[Mutant]]:
    """The judge and the mutants, made once in each process."""
    rules = unpacked(judging.rules)
    return Judge(rules, judging.games, judging.seed), chosen(rules, judging.everything, judging.most)


def _sent(verdict: Verdict | None) -> Sent:
    return verdict if verdict is None or isinstance(verdict, Killed) else isinstance(verdict, Survives)


def _received(sent: Sent, judge: Judge, mutant: Mutant) -> Verdict | None:
    if sent is None or isinstance(sent, Killed):
        return sent
    return Survives(judge.rules, mutant, judge.games, judge.seed) if sent else Alike(judge.games)
