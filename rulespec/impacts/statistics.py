"""From sums over pairs to intervals that hold at once."""

from collections.abc import Sequence
from math import sqrt

from rulespec.impacts.report import Interval
from rulespec.impacts.sums import PairSums


def judged(sums: Sequence[PairSums], shares: Sequence[bool], level: float) -> list[Interval | None]:
    """Where the true differences lie, all of them at once with this level; None where too few pairs differ."""
    error = (1 - level) / max(1, len(sums))
    return [_interval(each, share, error) for each, share in zip(sums, shares, strict=True)]


def _interval(sums: PairSums, share: bool, error: float) -> Interval | None:
    from scipy.stats import beta, t

    if sums.n < 30:
        return None
    if sums.differing >= 100:
        half = float(t.ppf(1 - error / 2, sums.n - 1)) * sqrt(sums.variance / sums.n)
        return Interval(sums.mean - half, sums.mean + half, "t")
    if not share:
        return None
    up, down = (
        (
            float(beta.ppf(error / 4, count, sums.n - count + 1)) if count else 0.0,
            float(beta.ppf(1 - error / 4, count + 1, sums.n - count)),
        )
        for count in (sums.up, sums.down)
    )
    return Interval(up[0] - down[1], up[1] - down[0], "exact")
