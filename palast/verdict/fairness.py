"""The change in how equal the chances of the places are, as far as the games show."""

from collections.abc import Sequence
from typing import Literal

from attrs import frozen

from rulespec.experiments.impact import Difference
from rulespec.experiments.impact.quantiles import between

Fairness = Literal["fairer", "less fair", "open"]


@frozen
class _Share:
    """An interval of the share of games that a place wins."""

    low: float
    high: float


def fairness(places: Sequence[Difference], level: float, cut_off: Difference | None = None) -> Fairness:
    """True if the shares of the best and the worst place are closer together in the variant.

    This is told where the ranges of both sides do not overlap, or where the intervals of the differences imply it for
    all pairs of places that can be the best and the worst. Games that were cut off could have been won by anybody, so
    then the differences tell nothing.
    """
    cut_base, cut_variant = (0.0, 0.0) if cut_off is None else (cut_off.base, cut_off.variant)
    base = _shares([each.base for each in places], cut_base, places[0].pairs, level)
    variant = _shares([each.variant for each in places], cut_variant, places[0].pairs, level)
    sure = cut_off is None
    if _most(variant) < _least(base) or (sure and _all(places, variant, closer=True)):
        return "fairer"
    if _most(base) < _least(variant) or (sure and _all(places, base, closer=False)):
        return "less fair"
    return "open"


def _shares(means: Sequence[float], cut_off: float, pairs: int, level: float) -> list[_Share]:
    """The intervals of one side, widened by the games cut off; both sides hold simultaneously with the level."""
    each = (1 - level) / (2 * (len(means) + 1))
    more = between(round(cut_off * pairs), pairs, each)[1] if cut_off else 0.0
    shares = [between(round(mean * pairs), pairs, each) for mean in means]
    return [_Share(low, min(1.0, high + more)) for low, high in shares]


def _least(shares: Sequence[_Share]) -> float:
    """The smallest possible distance of the best and the worst place."""
    return max(0.0, max(share.low for share in shares) - min(share.high for share in shares))


def _most(shares: Sequence[_Share]) -> float:
    """The largest possible distance of the best and the worst place."""
    return max(share.high for share in shares) - min(share.low for share in shares)


def _all(places: Sequence[Difference], shares: Sequence[_Share], closer: bool) -> bool:
    """The direction in which all pairs of candidates for best and worst place moved, if it is the same."""
    best = [place for place, share in zip(places, shares, strict=True) if share.high >= max(s.low for s in shares)]
    worst = [place for place, share in zip(places, shares, strict=True) if share.low <= min(s.high for s in shares)]
    two = [(high, low) for high in best for low in worst if high is not low]
    return bool(two) and all((_closer if closer else _apart)(high, low) for high, low in two)


def _closer(high: Difference, low: Difference) -> bool:
    return high.interval is not None and low.interval is not None and high.interval.high < low.interval.low


def _apart(high: Difference, low: Difference) -> bool:
    return high.interval is not None and low.interval is not None and high.interval.low > low.interval.high
