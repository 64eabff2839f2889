"""From sums over pairs to intervals: where the true differences lie, all of them at once.

Each interval has its part of the error that all of them may have together. For the mean of
the differences it is the t interval, which is right as far as sums over many games are normal. How far was tried by
simulation and, for shares, by adding up all that can come, at the errors that occur (0.05 among 10 to 80 measures).
Where differences are lopsided the plain interval fails up to five times too often with 200 pairs whose difference is
not 0, and hundreds of times where nearly all differences are the same. Widened by twice the skewness over the root of
the number of pairs it keeps its promise from 50 such pairs on, for counts and shares, exceptional games far away, and
the games of all variants that were tried; it fails 2 to 6 times too often for differences like a lognormal number's of
which fewer than 200 are not 0. With a thousand games that widens it by less than a hundredth for most measures. Nor
does it fail more often where games are played until it is narrow enough, with looks after 100 or 1,000 pairs and each
1.25 times the last. Of what is so rare that it never came no method can know.

Nor can a method know of what is there once in fifty games and did not come. With fewer than 200 pairs that would happen
too often, so nothing is told of the mean of an amount then, nor where fewer than 50 pairs differ. Of a share it is,
however many pairs there are: so many of them differ, so many of these are more, and both have exact intervals. They are
taken as well where few games decide the skewness, as those are the few in which a share goes the other way. And so are
they of the turns where few pairs differ, as the rules bound by how much a pair can.
"""

from collections.abc import Sequence
from math import sqrt

from rulespec.impacts.quantiles import between, students_t
from rulespec.impacts.report import Interval
from rulespec.impacts.sums import PairSums

LEAST = 30  # pairs; of fewer nothing is told
MANY = 200  # pairs; of fewer nothing is told of amounts
ENOUGH = 50  # pairs that differ, for the mean of their differences
WIDENED = 2  # times the skewness
LOPSIDED = 0.2  # skewness over the root of the number of pairs: as of 25 exceptions

Reach = tuple[int, int]  # by how much a whole number can be less, and more, by the variant than by the base
SHARE: Reach = (1, 1)  # as of what is the case in a game or not


def judged(sums: Sequence[PairSums], reaches: Sequence[Reach | None], level: float) -> list[Interval | None]:
    """Where the true differences lie, all of them at once with this level; None where too little is known."""
    error = (1 - level) / max(1, len(sums))
    return [_interval(each, reach, error) for each, reach in zip(sums, reaches, strict=True)]


def _interval(sums: PairSums, reach: Reach | None, error: float) -> Interval | None:
    if sums.n < (LEAST if reach == SHARE else MANY):
        return None
    # Where all pairs differ by the same, as if one did not.
    lopsided = abs(sums.skewness) / sqrt(sums.n) if sums.variance else 1.0
    if reach is not None and (sums.differing < ENOUGH or (reach == SHARE and lopsided > LOPSIDED)):
        return _exact(sums, reach, error)
    if sums.differing < ENOUGH:
        return None
    off = sqrt(sums.variance / sums.n) or abs(sums.mean) / sums.n
    half = students_t(error, sums.n - 1) * off * (1 + WIDENED * lopsided)
    return Interval(sums.mean - half, sums.mean + half, "t")


def _exact(sums: PairSums, reach: Reach, error: float) -> Interval:
    """From how many pairs differ, and how many of those are more: both hold at once, as each has half of the error."""
    least, most = between(sums.differing, sums.n, error / 2)
    few, many = between(sums.up, sums.differing, error / 2) if sums.differing else (0.0, 1.0)
    down, up = reach
    low, high = few - (1 - few) * down, many * up - (1 - many)  # of a pair that differs, by 1 at least
    return Interval(low * (least if low > 0 else most), high * (most if high > 0 else least), "exact")
