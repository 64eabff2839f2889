"""When a trial is over: looks at fixed numbers of pairs, which decide by the widths of intervals alone."""

from collections.abc import Iterator, Mapping
from math import ceil

from attrs import frozen

from rulespec.impacts.measured import Measure
from rulespec.impacts.report import SHARES
from rulespec.impacts.statistics import judged
from rulespec.impacts.sums import PairSums

GROWTH = 1.25  # of the number of pairs, from look to look


def looks(least: int, unit: int, games: int | None) -> Iterator[int]:
    """After how many pairs it is looked: a whole number of units, but at last the most that may be played."""
    pairs = least
    while games is None or pairs < games:
        yield pairs
        pairs = ceil(pairs * GROWTH / unit) * unit
    if games is not None:
        yield games


@frozen
class Family:
    """The measures that both rulesets have, whose intervals all hold at once with a level."""

    level: float
    measures: tuple[Measure, ...]

    def level_of(self, measures: int) -> float:
        """The level at which so many of them hold at once, so that all of them do at the level of all."""
        return 1 - (1 - self.level) * measures / len(self.measures)

    def widest(self, sums: Mapping[Measure, PairSums], precision: float) -> float | None:
        """The widest interval of the turns and the wins, where 1 is as wide as it may be; None if one is not known yet.

        For the turns `precision` is a share of the base's turns, for the wins a share of the games.
        """
        aimed = [self._looked(each, sums[each]) for each in self.measures if each[0] in ("turns", "wins")]
        intervals = judged([each for each, _ in aimed], [share for _, share in aimed], self.level_of(len(aimed)))
        widths = [
            each.half / (precision if share else precision * (looked.base or looked.variant))
            for each, (looked, share) in zip(intervals, aimed, strict=True)
            if each is not None
        ]
        return max(widths) if len(widths) == len(aimed) else None

    def _looked(self, measure: Measure, sums: PairSums) -> tuple[PairSums, bool]:
        """A measure; of an amount that is the same in almost all pairs, the share of those where it is not."""
        if measure[0] in SHARES or judged([sums], [False], self.level_of(1)) != [None]:
            return sums, measure[0] in SHARES
        return PairSums.of({(0, 0): sums.n - sums.differing, (0, 1): sums.up, (1, 0): sums.down}), True
