"""Trials: pairs are played and counted in order until a look ends the trial."""

from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Executor

from attrs import define, field, frozen

from rulespec.experiments.impact.experiment import Experiment
from rulespec.experiments.impact.pairs import Counted, Pairs
from rulespec.experiments.impact.report import Difference, Only, Trial
from rulespec.experiments.impact.schedule import Family, looks
from rulespec.experiments.loop import Batch, Budget, GameLoop, Stopped
from rulespec.experiments.simulation.job import reached
from rulespec.experiments.simulation.run import summed
from rulespec.experiments.workers.dask import Cluster

LEAST, UNIT = 1000, 250  # pairs before the first look, and in a chunk, of random players
FAR_UNITS = 4  # in a chunk on other machines, where each chunk has its costs
SLOW_LEAST, SLOW_UNIT = 100, 1  # and of other players

Progress = Callable[[str, int, int], object]  # called with the players, the pairs done, and the pairs expected


@frozen
class Going:
    """The progress of a trial: the counts so far, and the expected number of pairs."""

    counted: Counted
    of: int


@define(eq=False)
class PairLoop(GameLoop[Counted, Going]):
    """The pairs of a trial, until a look ends it."""

    experiment: Experiment
    pairs: Pairs
    names: tuple[str, ...]
    family: Family
    size: int  # pairs in a batch
    progress: Progress | None
    counted: Counted = field(init=False, factory=Counted)
    _looks: Iterator[int] = field(init=False)
    _next: int = field(init=False)  # pairs at the next look
    _expected: int = field(init=False)
    _reason: Stopped | None = field(init=False, default=None)

    @classmethod
    def of(
        cls, experiment: Experiment, pairs: Pairs, names: tuple[str, ...], family: Family, progress: Progress | None,
        executor: Executor | None,
    ) -> "PairLoop":  # fmt: skip
        """The pairs as batches that suit an executor."""
        usual = FAR_UNITS * UNIT if isinstance(executor, Cluster) else UNIT
        size = experiment.chunk or (usual if pairs.base.is_random else SLOW_UNIT)
        budget = Budget(experiment.seconds, batches=True)
        return cls(experiment, pairs, names, family, size, progress, budget=budget)

    def __attrs_post_init__(self) -> None:
        self._looks = self._schedule()
        self._next = self._expected = next(self._looks)

    def trial(self, executor: Executor | None) -> Generator[Going, None, Trial]:
        """Plays the trial, yielding after each batch."""
        if executor is not None:
            reached(executor, self.pairs.base.makers, self.pairs.sides[0].sites.game.seat_names)
        with self.interruptible():
            self._tell()
            yield from self.run(executor)
        counted = self.counted
        base, variant = (
            summed(rules, side.sites, self.names, self.pairs.base.seed, tally)
            for rules, side, tally in (
                (self.experiment.base, self.pairs.sides[0], counted.base),
                (self.experiment.variant, self.pairs.sides[1], counted.variant),
            )
        )
        differences = tuple(self._differences(counted))
        return Trial(
            self.names, counted.pairs, counted.differing, self.stopped, base, variant, differences, counted.first
        )

    # ---- playing

    def population(self) -> Iterator[Batch]:
        """Batches that end at each look, so that looks do not depend on the size of the batches."""
        begin = 0
        for look in self._schedule():
            yield from ((first, min(self.size, look - first)) for first in range(begin, look, self.size))
            begin = look

    @property
    def task(self) -> Callable[[int, int], Counted]:
        return self.pairs.counted

    def judge(self, seen: Counted) -> Iterator[Going]:
        """Counts the pairs; at a look the widths of the intervals decide whether the trial ends."""
        games, counted = self.experiment.games, self.counted
        counted.merge(seen)
        if counted.pairs == self._next:
            widest = self.family.widest(counted.sums, self.experiment.precision)
            if widest is not None and widest <= 1:
                self._reason = "precision"
                return
            if counted.pairs == games:
                self._reason = "games"
                return
            self._next = next(self._looks)
            expected = self._next if widest is None else max(self._next, int(counted.pairs * widest * widest))
            self._expected = expected if games is None else min(expected, games)
        self._tell()
        yield Going(counted, self._expected)

    def stops(self) -> Stopped | None:
        return self._reason or super().stops()

    def _schedule(self) -> Iterator[int]:
        least, unit = (LEAST, UNIT) if self.pairs.base.is_random else (SLOW_LEAST, SLOW_UNIT)
        return looks(least, unit, self.experiment.games)

    def _tell(self) -> None:
        if self.progress is not None:
            names = dict.fromkeys(self.names)
            shown = ", ".join(names if len(names) == 1 else self.names)
            self.progress(shown, self.counted.pairs, self._expected)

    # ---- telling

    def _differences(self, counted: Counted) -> Iterator[Difference]:
        """The measures that had a value, and were not 0 in all games of both rulesets."""
        found = {each: sums for each, sums in counted.sums.items() if sums.n and (sums.xx or sums.yy)}
        told = [each for each in found if each in self.family.measures]
        judgement = self.family.intervals(told, found)
        mine = {*self.pairs.sides[0].measures}
        for measure, sums in found.items():
            only: Only = None if measure in judgement else "base" if measure in mine else "variant"
            yield Difference(
                *measure, sums.base, sums.variant, sums.n, sums.differing, sums.correlation, judgement.get(measure),
                only,
            )  # fmt: skip
