"""Intervals of an impact: those of a statistics library, as often right as they promise, and never rash."""

from collections.abc import Iterator, Sequence
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from rulespec.experiments.impact.report import Interval
from rulespec.experiments.impact.statistics import MANY, SHARE, Reach, judged
from rulespec.experiments.impact.sums import Exact, PairSums
from tests.effort import DEEP, tried
from tests.impacts import sums_of

LEVELS = [1 - 0.05 / measures for measures in (1, 10, 60)]
AMOUNTS = st.integers(-20, 20) | st.sampled_from((0.25, -0.5, 400))


def of(differences: Sequence[float]) -> PairSums:
    return PairSums.beside([0.0] * len(differences), differences)


@cache
def share(up: int, down: int, pairs: int, level: float) -> Interval:
    interval = one(sums_of({(0, 1): up, (1, 0): down, (0, 0): pairs - up - down}), SHARE, level)
    assert interval is not None
    return interval


def either(up: int, down: int, pairs: int, level: float) -> tuple[float, float]:
    """The same, for speed from the other way round where more were less; a test says that this is the same."""
    found = share(max(up, down), min(up, down), pairs, level)
    return (found.low, found.high) if up >= down else (-found.high, -found.low)


def one(sums: PairSums, reach: Reach | None, level: float) -> Interval | None:
    [interval] = judged([sums], [reach], level)
    return interval


# ---- the mean of many differences


@given(st.lists(AMOUNTS, min_size=98, max_size=130), st.sampled_from(LEVELS))
def test_differences_as_often_more_as_less_have_the_t_interval_of_the_library(some: list[float], level: float) -> None:
    differences = [*some, *(-each for each in some), 1, -1, 2, -2]
    enough = sum(map(bool, differences)) >= 50
    found = one(of(differences), None, level)
    assert (found is not None) == enough
    if found is not None:
        expected = stats.ttest_1samp(differences, 0).confidence_interval(level)
        assert found.method == "t"
        assert (found.low, found.high) == pytest.approx((expected.low, expected.high))


@given(st.lists(AMOUNTS, min_size=200, max_size=300), st.sampled_from(LEVELS))
def test_lopsided_differences_have_it_widened_by_their_skewness(differences: list[float], level: float) -> None:
    found, skewness = one(of(differences), None, level), float(stats.skew(differences))
    if found is None:
        assert sum(map(bool, differences)) < 50
        return
    expected = stats.ttest_1samp(differences, 0).confidence_interval(level)
    assert (found.low + found.high) / 2 == pytest.approx((expected.low + expected.high) / 2)
    wider = 1 + 2 * abs(skewness) / len(differences) ** 0.5
    assert found.half == pytest.approx((expected.high - expected.low) / 2 * wider)
    assert found.half <= 3.2 * (expected.high - expected.low) / 2


# ---- shares: every case that there is


def outcomes(pairs: int) -> Iterator[tuple[int, int]]:
    """How many pairs can be more, and how many less."""
    return ((up, down) for up in range(pairs + 1) for down in range(pairs + 1 - up))


def missed(pairs: int, level: float, differ: float, more: float) -> float:
    """How likely it is that an interval does not hold what it should, added up over all that can come."""
    truth, chance = differ * (2 * more - 1), 0.0
    differing, of_these = (stats.binom.pmf(range(pairs + 1), pairs, differ), {})
    for up, down in outcomes(pairs):
        (low, high), many = either(up, down, pairs, level), up + down
        if not low - 1e-12 <= truth <= high + 1e-12:
            if many not in of_these:
                of_these[many] = stats.binom.pmf(range(many + 1), many, more)
            chance += float(differing[many] * of_these[many][up])
    return chance


@pytest.mark.parametrize("pairs", [30, 60, 100, 200] if DEEP else [30])
@pytest.mark.parametrize("level", LEVELS[1:] if DEEP else LEVELS[2:])
def test_an_interval_of_a_share_holds_the_truth_as_often_as_it_promises(pairs: int, level: float) -> None:
    rates = [
        missed(pairs, level, differ, more) / (1 - level)
        for differ in (0, 0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 0.97, 0.99, 1)
        for more in (0, 0.02, 0.1, 0.3, 0.4, 0.5, 0.6, 0.9, 1)
    ]
    assert max(rates) <= 1
    assert max(rates) > 0.1  # so it promises not much less than it could


@pytest.mark.parametrize(("pairs", "level"), [(30, LEVELS[2]), *(((60, LEVELS[1]), (100, LEVELS[2])) if DEEP else ())])
def test_a_share_is_told_only_where_the_sign_test_tells_it_too(pairs: int, level: float) -> None:
    told = 0
    for up, down in outcomes(pairs):
        if (up + 2 * down) % 5 == 0:
            found = share(up, down, pairs, level)
            assert (found.low, found.high) == pytest.approx(either(up, down, pairs, level))
        low, high = either(up, down, pairs, level)
        assert low <= (up - down) / pairs <= high
        if low > 0:
            told += 1
            assert up > down
            assert stats.binomtest(up, up + down, alternative="greater").pvalue <= (1 - level) / 2
    assert told > 10


@given(st.integers(100, 5000), st.integers(0, 300), st.integers(0, 300), st.sampled_from(LEVELS))
def test_nor_is_it_in_many_games(pairs: int, up: int, down: int, level: float) -> None:
    up, down = min(up, pairs // 2), min(down, pairs // 2)
    found = share(up, down, pairs, level)
    for low, more, less in ((found.low, up, down), (-found.high, down, up)):
        if low > 0:
            assert more > less
            assert stats.binomtest(more, more + less, alternative="greater").pvalue <= 1 - level


@given(st.integers(30, 3000), st.integers(0, 49), st.sampled_from(LEVELS))
def test_a_share_that_only_rises_has_the_exact_intervals_of_the_library(pairs: int, up: int, level: float) -> None:
    up, found = min(up, pairs), share(min(up, pairs), 0, pairs, level)
    within = 1 - (1 - level) / 2  # as there are two intervals
    differing = stats.binomtest(up, pairs).proportion_ci(within, "exact")
    more = stats.binomtest(up, up).proportion_ci(within, "exact").low if up else 0.0
    assert found.method == "exact"
    assert found.high == pytest.approx(differing.high)
    assert found.low == pytest.approx((2 * more - 1) * (differing.low if more > 0.5 else differing.high))


def test_what_never_came_is_bounded() -> None:
    found = share(0, 0, 1000, 0.99)
    assert found.low == -found.high
    assert found.high == pytest.approx(1 - 0.0025 ** (1 / 1000))
    assert share(0, 0, 100_000, 0.99).high < found.high / 90


# ---- where nothing is told


def test_too_few_pairs_tell_nothing() -> None:
    few = [*range(1, MANY)]
    assert judged([of(few), of(few), of([1] * 29)], [None, (500, 500), SHARE], 0.95) == [None, None, None]
    assert one(of([*few, 1]), None, 0.95) is not None
    assert one(of([1, -1, 0] * 11), SHARE, 0.95) is not None
    assert one(PairSums(), SHARE, 0.95) is None
    for differing in (0, 1, 49):
        assert one(of([3] * differing + [0] * 5000), None, 0.95) is None
        assert one(of([1] * differing + [0] * 5000), SHARE, 0.95) is not None
    assert one(of([3] * 50 + [0] * 5000), None, 0.95) is not None


@pytest.mark.parametrize("every", [1, -3, 0.25])
def test_a_difference_that_is_always_the_same_is_told_and_yet_not_certain(every: float) -> None:
    found = one(of([every] * 200), None, 0.999)
    assert found is not None
    assert found.low < every < found.high
    assert found.low * every > 0 and found.half > abs(every) / 100


def test_all_intervals_hold_at_once() -> None:
    sums = [of([2, -1, 0, 1] * 50)] * 20
    together, alone = judged(sums, [None] * 20, 0.95), one(sums[0], None, 1 - 0.05 / 20)
    assert alone is not None
    for each in together:
        assert each is not None
        assert (each.low, each.high) == pytest.approx((alone.low, alone.high))
    assert judged([], [], 0.95) == []


# ---- whole numbers with a bound


@given(st.integers(200, 3000), st.integers(0, 49), st.integers(0, 49), st.sampled_from(LEVELS))
def test_what_differs_rarely_may_differ_by_all_that_it_can(pairs: int, up: int, down: int, level: float) -> None:
    """Whatever the differences are that the bound allows, the interval is the same, and holds their mean."""
    up, down, reach = min(up, 49 - down), down, (7, 500)
    zeros = pairs - up - down
    for more, less in ((1, 1), (1, 7), (500, 1), (500, 7), (20, 3)):
        counted: dict[tuple[Exact | float, Exact | float], int] = {(0, more): up, (less, 0): down, (0, 0): zeros}
        found = one(sums_of(counted), reach, level)
        assert found is not None and found.method == "exact"
        least: dict[tuple[Exact | float, Exact | float], int] = {(0, 1): up, (1, 0): down, (0, 0): zeros}
        assert found == one(sums_of(least), reach, level)
        assert found.low <= (up * more - down * less) / pairs <= found.high
    single = one(sums_of(counted), SHARE, level)
    assert single is not None and found is not None and found.low <= single.low <= single.high <= found.high


# ---- how often they are right, where only tries can say


SKEWED = {
    "as often more as less": ([1, -1], [0.5, 0.5]),
    "more often more": ([1, -1], [0.7, 0.3]),
    "always more": ([1], [1.0]),
    "now and then much more": ([*range(1, 30)], [0.5**each for each in range(1, 30)]),
    "one in ten far the other way": ([1, -9], [0.9, 0.1]),
    "nearly always the same": ([1, 2], [0.99, 0.01]),
}


@pytest.mark.parametrize("name", SKEWED if DEEP else ["now and then much more"])
@pytest.mark.parametrize(
    ("pairs", "differ"), [(300, 0.4), (5000, 0.02), *([(100, 1), (300, 1), (1500, 0.3)] if DEEP else [])]
)
def test_an_interval_of_an_amount_holds_the_truth_as_often_as_it_promises(name: str, pairs: int, differ: float) -> None:
    """At a level at which it can be tried: the more measures, the harder, so the deep profile tries a smaller error."""
    from numpy.random import default_rng

    values, weights = SKEWED[name]
    chances = [differ * weight / sum(weights) for weight in weights]
    truth = sum(value * chance for value, chance in zip(values, chances, strict=True))
    error, runs = 0.01 if not DEEP else 0.05 / 40, tried(100_000, 600)
    drawn = default_rng(pairs).multinomial(pairs, [*chances, max(0.0, 1 - sum(chances))], runs)
    wrong, seen = 0, 0
    for counts in drawn.tolist():
        sums = sums_of({(0, value): times for value, times in zip([*values, 0], counts, strict=True) if times})
        found = one(sums, None, 1 - error)
        seen += found is not None
        wrong += found is not None and not found.low - 1e-9 <= truth <= found.high + 1e-9
    assert seen > runs * 0.9
    assert stats.binomtest(wrong, runs, error, alternative="greater").pvalue > 1e-4, wrong / runs / error
