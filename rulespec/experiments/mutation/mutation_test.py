"""Judges all mutants of a ruleset."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor

from attrs import define, field

from rulespec.experiments.loop import Batch, Budget, GameLoop
from rulespec.experiments.mutation.distribution import KnownMutants, MutantJob, Sent
from rulespec.experiments.mutation.report import Judged, MutantReport, Verdict
from rulespec.experiments.scenarios.files import laid_in
from rulespec.experiments.workers.packing import packed
from rulespec.game.api import Ruleset

CHUNK = 8  # mutants in a batch of a worker, which take about a second
GAMES = 120  # random games to check laws in, and as many in lockstep

News = tuple[int, int, Judged | None]  # how many of how many are done, and the last one
Progress = Callable[[int, int, Judged | None], None]


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
    """Judges the mutants of the top layer's blocks, or of `everything`; at `most` so many, from all over the rules.

    Scenarios in files beside the rules are used, too. The result depends on these numbers only, unless `seconds` of
    processor time, or a `KeyboardInterrupt`, end the search. An `executor` judges them in parallel, with the same
    verdicts.
    """
    rules, budget = laid_in(rules), Budget(seconds)
    judging = MutantJob(packed(rules), games, seed, everything, most)
    loop = _MutantLoop(KnownMutants.of(rules, judging), judging, spread=executor is not None, budget=budget)
    with loop.interruptible():
        for done, of, found in loop.run(executor):
            if progress is not None:
                progress(done, of, found)
    return loop.report


@define(eq=False)
class _MutantLoop(GameLoop[Sequence[Sent | Verdict], News]):
    """The mutants, with the games that judge them; the news is how many are done, and the last one."""

    known: KnownMutants
    judging: MutantJob
    spread: bool  # whether workers judge them
    judged: list[Judged] = field(init=False, factory=list)
    done: int = field(init=False, default=0)

    def population(self) -> Iterator[Batch]:
        several = self.known.mutants
        if not self.spread:
            return ((mutant,) for mutant in several)
        return ((first, min(CHUNK, len(several) - first)) for first in range(0, len(several), CHUNK))

    @property
    def task(self) -> Callable[..., Sequence[Sent | Verdict]]:
        return self.judging.batch if self.spread else lambda mutant: [self.known.verdict(mutant)]

    def judge(self, seen: Sequence[Sent | Verdict]) -> Iterator[News]:
        mutants = self.known.mutants
        for sent in seen:
            mutant = mutants[self.done]
            verdict = self.known.received(sent, mutant)
            found = None if verdict is None else Judged(mutant, verdict)
            self.judged += [found] if found else []
            self.done += 1
            yield self.done, len(mutants), found

    @property
    def report(self) -> MutantReport:
        """The verdicts so far."""
        judge, left = self.known.judge, len(self.known.mutants) - self.done
        interrupted = self.stopped == "interrupted"
        return MutantReport(judge.rules, judge.games, tuple(self.judged), left, judge.wrong, interrupted)
