"""Trials: pairs are played and counted in order until a look ends the trial."""

from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Executor

from attrs import frozen

from rulespec.experiments.impact.experiment import Experiment
from rulespec.experiments.impact.pairs import Counted, Pairs
from rulespec.experiments.impact.report import Difference, Only, Stopped, Trial
from rulespec.experiments.impact.schedule import Family, looks
from rulespec.experiments.simulation.run import summed
from rulespec.experiments.workers.dask import Cluster
from rulespec.experiments.workers.queue import Chunk, in_order, reached

LEAST, UNIT = 1000, 250  # pairs before the first look, and in a chunk, of random players
FAR_UNITS = 4  # in a chunk on other machines, where each chunk has its costs
SLOW_LEAST, SLOW_UNIT = 100, 1  # and of other players

Progress = Callable[[str, int, int], object]  # called with the players, the pairs done, and the pairs expected


@frozen
class Going:
    """The progress of a trial: the counts so far, and the expected number of pairs."""

    counted: Counted
    of: int


@frozen
class Trying:
    """A trial to be played."""

    experiment: Experiment
    pairs: Pairs
    names: tuple[str, ...]
    family: Family
    progress: Progress | None

    def trial(self, executor: Executor | None) -> Generator[Going, None, Trial]:
        """Plays the trial, yielding after each chunk."""
        counted = Counted()
        stopped = yield from self._stopped(counted, executor)
        base, variant = (
            summed(rules, side.sites, self.names, self.pairs.base.seed, tally)
            for rules, side, tally in (
                (self.experiment.base, self.pairs.sides[0], counted.base),
                (self.experiment.variant, self.pairs.sides[1], counted.variant),
            )
        )
        differences = tuple(self._differences(counted))
        return Trial(self.names, counted.pairs, counted.differing, stopped, base, variant, differences, counted.first)

    # ---- playing

    def _stopped(self, counted: Counted, executor: Executor | None) -> Generator[Going, None, Stopped]:
        """Plays and counts pairs until the trial ends; why it did."""
        games, seconds = self.experiment.games, self.experiment.seconds
        looked = self._looks()
        expected = at = next(looked)
        if executor is not None:
            reached(executor, self.pairs.base.makers, self.pairs.sides[0].sites.game.seat_names)
        try:
            self._tell(0, expected)
            for more in in_order(executor, self.pairs.counted, self._chunks(executor)):
                counted.merge(more)
                if counted.pairs == at:
                    widest = self.family.widest(counted.sums, self.experiment.precision)
                    if widest is not None and widest <= 1:
                        return "precision"
                    if at == games:
                        return "games"
                    at = next(looked)
                    expected = at if widest is None else max(at, int(counted.pairs * widest * widest))
                    expected = expected if games is None else min(expected, games)
                self._tell(counted.pairs, expected)
                yield Going(counted, expected)
                if seconds is not None and counted.seconds >= seconds:
                    return "seconds"
        except KeyboardInterrupt:
            pass
        return "interrupted"

    def _looks(self) -> Iterator[int]:
        least, unit = (LEAST, UNIT) if self.pairs.base.is_random else (SLOW_LEAST, SLOW_UNIT)
        return looks(least, unit, self.experiment.games)

    def _chunks(self, executor: Executor | None) -> Iterator[Chunk]:
        """Chunks that end at each look, so that looks do not depend on the size of the chunks."""
        usual = FAR_UNITS * UNIT if isinstance(executor, Cluster) else UNIT
        size = self.experiment.chunk or (usual if self.pairs.base.is_random else SLOW_UNIT)
        begin = 0
        for look in self._looks():
            yield from ((first, min(size, look - first)) for first in range(begin, look, size))
            begin = look

    def _tell(self, done: int, of: int) -> None:
        if self.progress is not None:
            names = dict.fromkeys(self.names)
            self.progress(", ".join(names if len(names) == 1 else self.names), done, of)

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
