"""The stopping rule of a trial: looks at fixed numbers of pairs, which decide by the widths of intervals alone."""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil

from attrs import frozen

from rulespec.experiments.impact.measures import Measure
from rulespec.experiments.impact.report import SHARES, Interval, Kind
from rulespec.experiments.impact.statistics import SHARE, Reach, judged
from rulespec.experiments.impact.sums import PairSums

GROWTH = 1.25  # of the number of pairs, from look to look


def looks(least: int, unit: int, games: int | None) -> Iterator[int]:
    """The numbers of pairs after which a trial looks: multiples of `unit`, and at last `games`, the upper bound."""
    pairs = least
    while games is None or pairs < games:
        yield pairs
        pairs = ceil(pairs * GROWTH / unit) * unit
    if games is not None:
        yield games


@frozen
class Family:
    """The measures that both rulesets have: their intervals hold simultaneously with the `level`.

    `turns` are the limits of turns of both rulesets, which bound the difference of a pair.
    """

    level: float
    measures: tuple[Measure, ...]
    turns: Reach

    def intervals(
        self, measures: Sequence[Measure], sums: Mapping[Measure, PairSums]
    ) -> dict[Measure, Interval | None]:
        """The intervals of some measures, each at the level that it has within the whole family."""
        level = 1 - (1 - self.level) * len(measures) / len(self.measures)
        reaches = [self._reach(kind) for kind, _ in measures]
        return dict(zip(measures, judged([sums[each] for each in measures], reaches, level), strict=True))

    def _reach(self, kind: Kind) -> Reach | None:
        return SHARE if kind in SHARES else self.turns if kind == "turns" else None

    def widest(self, sums: Mapping[Measure, PairSums], precision: float) -> float | None:
        """The widest interval of turns and wins, as a multiple of the width aimed at; None if one is not known yet.

        `precision` is relative to the base's turns for the turns, and a share of the games for the wins.
        """
        aimed = [each for each in self.measures if each[0] in ("turns", "wins")]
        widths = list[float]()
        for measure, interval in self.intervals(aimed, sums).items():
            if interval is None:
                return None
            turns = sums[measure].base or sums[measure].variant or 1  # of games that end before the first
            widths.append(interval.half / (precision if measure[0] in SHARES else precision * turns))
        return max(widths)
