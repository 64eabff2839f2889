"""Whether the places at a table have more equal chances than before, as far as the games played can tell."""

from collections.abc import Sequence
from typing import Literal

from attrs import frozen

from rulespec.impacts import Difference
from rulespec.impacts.quantiles import between

Fairness = Literal["fairer", "less fair", "open"]


@frozen
class _Share:
    """Where the true share of the games that a place wins lies."""

    low: float
    high: float


def fairness(places: Sequence[Difference], level: float, cut_off: Difference | None = None) -> Fairness:
    """Fairer are rules by which the place that wins most and the one that wins least are closer together.

    That is told where the intervals of both sides do not overlap, or where those of the differences say it of every
    two places that can be the best and the worst. Anybody could have won games that were cut off: of differences
    nothing is known then.
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
    """The shares of one side, each with the games that are cut off; those of both sides hold at once with the level."""
    each = (1 - level) / (2 * (len(means) + 1))
    more = between(round(cut_off * pairs), pairs, each)[1] if cut_off else 0.0
    shares = [between(round(mean * pairs), pairs, each) for mean in means]
    return [_Share(low, min(1.0, high + more)) for low, high in shares]


def _least(shares: Sequence[_Share]) -> float:
    """How far apart the best and the worst place are at least."""
    return max(0.0, max(share.low for share in shares) - min(share.high for share in shares))


def _most(shares: Sequence[_Share]) -> float:
    """How far apart they are at most."""
    return max(share.high for share in shares) - min(share.low for share in shares)


def _all(places: Sequence[Difference], shares: Sequence[_Share], closer: bool) -> bool:
    """Whether any two places that can be the best and the worst on one side came closer, or drifted apart."""
    best = [place for place, share in zip(places, shares, strict=True) if share.high >= max(s.low for s in shares)]
    worst = [place for place, share in zip(places, shares, strict=True) if share.low <= min(s.high for s in shares)]
    two = [(high, low) for high in best for low in worst if high is not low]
    return bool(two) and all((_closer if closer else _apart)(high, low) for high, low in two)


def _closer(high: Difference, low: Difference) -> bool:
    return high.interval is not None and low.interval is not None and high.interval.high < low.interval.low


def _apart(high: Difference, low: Difference) -> bool:
    return high.interval is not None and low.interval is not None and high.interval.low > low.interval.high
