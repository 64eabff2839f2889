"""Simultaneous confidence intervals from sums over pairs; the error is divided equally (Bonferroni).

For the mean of the differences it is the t interval, which is right as far as such means are normal. How far was tried
by simulation and, for shares, by enumeration, at the errors that occur (0.05 divided among 10 to 80 measures). Where
differences are skewed, the plain interval fails up to five times too often with 200 pairs that differ, and hundreds of
times where nearly all differences are equal. Widened by twice the skewness over the square root of the number of pairs
it keeps its level from 50 differing pairs on, for counts and shares, with outliers, and for all variants that were
tried; it fails 2 to 6 times too often for lognormal differences of which fewer than 200 are not 0. With a thousand
games this widens most intervals by less than 1 %. Nor does it fail more often with the stopping rule, whose looks come
after 100 or 1,000 pairs and then each 1.25 times the last.

No method can know of an event that did not occur. With fewer than 200 pairs that is likely for one that occurs once in
fifty games, so there is no interval for the mean of an amount then, nor where fewer than 50 pairs differ. For a share
there always is: the number of pairs that differ, and of those the number that increase, have exact intervals. These are
also taken where few games decide the skewness, as a share changes its direction in just those games. And for the turns
where few pairs differ, as the limits of turns bound the difference of a pair.
"""

from collections.abc import Sequence
from math import sqrt

from rulespec.experiments.impact.quantiles import between, students_t
from rulespec.experiments.impact.report import Interval
from rulespec.experiments.impact.sums import PairSums

LEAST = 30  # pairs, for a share
MANY = 200  # pairs, for an amount
ENOUGH = 50  # pairs that differ, for a t interval
WIDENED = 2  # times the skewness
LOPSIDED = 0.2  # skewness over the square root of the number of pairs: that of 25 exceptions

Reach = tuple[int, int]  # by how much an integer measure of a pair can decrease, and increase
SHARE: Reach = (1, 1)  # of a measure that is 0 or 1


def judged(sums: Sequence[PairSums], reaches: Sequence[Reach | None], level: float) -> list[Interval | None]:
    """The intervals of some measures, which hold simultaneously with this level; None where too little is known."""
    error = (1 - level) / max(1, len(sums))
    return [_interval(each, reach, error) for each, reach in zip(sums, reaches, strict=True)]


def _interval(sums: PairSums, reach: Reach | None, error: float) -> Interval | None:
    if sums.n < (LEAST if reach == SHARE else MANY):
        return None
    # If all pairs differ by the same amount, as if one of them did not.
    lopsided = abs(sums.skewness) / sqrt(sums.n) if sums.variance else 1.0
    if reach is not None and (sums.differing < ENOUGH or (reach == SHARE and lopsided > LOPSIDED)):
        return _exact(sums, reach, error)
    if sums.differing < ENOUGH:
        return None
    off = sqrt(sums.variance / sums.n) or abs(sums.mean) / sums.n
    half = students_t(error, sums.n - 1) * off * (1 + WIDENED * lopsided)
    return Interval(sums.mean - half, sums.mean + half, "t")


def _exact(sums: PairSums, reach: Reach, error: float) -> Interval:
    """From the intervals of how many pairs differ and how many of these increase, each with half of the error."""
    least, most = between(sums.differing, sums.n, error / 2)
    few, many = between(sums.up, sums.differing, error / 2) if sums.differing else (0.0, 1.0)
    down, up = reach
    low, high = few - (1 - few) * down, many * up - (1 - many)  # of the mean of pairs that differ, each by 1 at least
    return Interval(low * (least if low > 0 else most), high * (most if high > 0 else least), "exact")
