"""Sums over pairs of games say what the pairs themselves say."""

from collections import Counter
from statistics import correlation, fmean, variance

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import skew

from rulespec.experiments.impact.sums import PairSums
from tests.impacts import sums_of

Pairs = list[tuple[float, float]]
VALUES = st.one_of(st.integers(-50, 50), st.floats(0, 1))
PAIRS = st.lists(st.tuples(VALUES, VALUES), min_size=2, max_size=30)


@given(PAIRS)
def test_sums_say_what_the_pairs_say(pairs: Pairs) -> None:
    sums = sums_of(Counter(pairs))
    assert sums == PairSums.beside(*zip(*pairs, strict=True))
    differences = [y - x for x, y in pairs]
    assert (sums.n, sums.up, sums.down) == (len(pairs), sum(y > x for x, y in pairs), sum(y < x for x, y in pairs))
    assert sums.base == pytest.approx(fmean(x for x, _ in pairs))
    assert sums.variant == pytest.approx(fmean(y for _, y in pairs))
    assert sums.mean == pytest.approx(fmean(differences), abs=1e-9)
    assert sums.variance == pytest.approx(variance(differences), abs=1e-9)
    if sums.variance > 1e-6:
        assert sums.skewness == pytest.approx(skew(differences), abs=1e-6)
    columns = [*zip(*pairs, strict=True)]
    if min(variance(column) for column in columns) > 1e-6:
        assert sums.correlation == pytest.approx(correlation(*columns), abs=1e-6)


@given(PAIRS, PAIRS)
def test_sums_are_the_same_in_any_parts_and_sides_swap(
    one: list[tuple[float, float]], other: list[tuple[float, float]]
) -> None:
    whole = sums_of(Counter(one + other))
    assert whole == sums_of(Counter(other)) + sums_of(Counter(one))
    swapped = sums_of(Counter((y, x) for x, y in one + other))
    assert (swapped.mean, swapped.variance, swapped.correlation) == (-whole.mean, whole.variance, whole.correlation)


def test_a_side_that_does_not_vary_has_no_correlation() -> None:
    assert sums_of({(1, 2): 3, (1, 4): 2}).correlation is None
    assert PairSums().correlation is None
