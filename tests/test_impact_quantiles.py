"""Quantiles are those of a statistics library, near and far, for few games and for millions."""

import math
from collections.abc import Iterator
from random import Random

import pytest
from scipy import stats

from rulespec.experiments.impact.quantiles import between, students_t
from tests.effort import tried

POINTS = tried(100_000, 2_000)
WORST = 1e-9


def off(found: float, expected: float) -> float:
    """How far one is from the other, relatively."""
    return abs(found - expected) / expected if expected else found


def errors(random: Random) -> Iterator[float]:
    """From the widest intervals to those of which one in a million million fails."""
    yield from (1e-12, 0.5, 0.05)
    while True:
        yield 10 ** random.uniform(-12, -0.3)


def test_shares_lie_where_the_library_says() -> None:
    random, worst, seen = Random(0), 0.0, 0
    for error in errors(random):
        games = int(2 * 10 ** random.uniform(0, 6.69))
        some = min(games, int(10 ** random.uniform(0, 7)))
        for count in {0, 1, games - 1, games, some, games - some, games // 2, random.randint(0, games)}:
            low, high = between(count, games, error)
            assert 0 <= low <= count / games <= high <= 1
            exact_low = float(stats.beta.ppf(error / 2, count, games - count + 1)) if count else 0.0
            exact_high = float(stats.beta.isf(error / 2, count + 1, games - count)) if count < games else 1.0
            worst = max(worst, off(low, exact_low), off(high, exact_high))
            seen += 1
        if seen >= POINTS:
            break
    assert worst < WORST


def test_students_t_is_that_of_the_library() -> None:
    random, worst = Random(1), 0.0
    for error, _ in zip(errors(random), range(POINTS), strict=False):
        freedom = int(10 ** random.uniform(0, 7))
        worst = max(worst, off(students_t(error, freedom), float(stats.t.isf(error / 2, freedom))))
    assert worst < WORST


@pytest.mark.parametrize("games", [1, 2, 30, 12_000, 10_000_000])
def test_where_a_quantile_can_be_written_down_it_is_that(games: int) -> None:
    for error in (1e-12, 1e-6, 0.05, 0.5):
        assert between(0, games, error) == pytest.approx((0.0, -math.expm1(math.log(error / 2) / games)), rel=WORST)
        low, high = between(games, games, error)
        assert (low, high) == pytest.approx(((error / 2) ** (1 / games), 1.0), rel=WORST)
        assert students_t(error, 1) == pytest.approx(1 / math.tan(math.pi * error / 2), rel=WORST)
