"""The two-world test as a Hypothesis strategy, and as a test."""

from collections.abc import Callable

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulespec.experiments.leaks import Leak
from rulespec.experiments.leaks.leak_search import AFTER, BEFORE, ForkedGame, find_leak
from rulespec.experiments.testing.games import Players, counts
from rulespec.game.api import Ruleset

TRIALS = 3  # with neighbouring seeds: so a shorter game is not missed for being another one


@st.composite
def two_worlds(draw: st.DrawFn, rules: Ruleset, players: Players = None, *, why: bool = False) -> Leak | None:
    """A leak between two worlds that must look the same to a player, or None.

    It shrinks to few players, and few answers before and after the worlds diverge. With `why`, explanations, undo and
    knowledge are also compared, which takes much longer.
    """
    count = draw(st.sampled_from(counts(rules, players)))
    before, after, seed = draw(st.integers(0, BEFORE)), draw(st.integers(1, AFTER)), draw(st.integers(0, 2**32 - 1))
    trials = (ForkedGame(rules, count, before, after, seed + more, why=why) for more in range(TRIALS))
    return next((leak for leak, _ in (trial.leak() for trial in trials) if leak is not None), None)


def leak_test(
    rules: Ruleset, players: Players = None, *, how: settings | None = None, why: bool = False
) -> Callable[[], None]:
    """A test that no player learns more than the rules show: `test_nothing_leaks = leak_test(rules)`.

    It first runs the full search of `find_leak`; `how` are settings for the games that Hypothesis draws afterwards. A
    leak that Hypothesis also finds shrinks to a short game.
    """

    @(how or settings(deadline=None, suppress_health_check=(HealthCheck.too_slow,)))
    @given(two_worlds(rules, players, why=why))
    def drawn(leak: Leak | None) -> None:
        assert leak is None, str(leak)

    def nothing_leaks() -> None:
        found = find_leak(rules, players, why=why)
        drawn()
        assert found is None, str(found)

    return nothing_leaks
