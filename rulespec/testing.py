"""Hypothesis strategies for rulesets: games, reached states and pairs of worlds, which shrink to short games."""

from collections.abc import Callable, Iterable
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulespec.engine.pending import Over
from rulespec.engine.state import State
from rulespec.leaks import Leak
from rulespec.leaks.search import AFTER, BEFORE, Trial
from rulespec.ruleset import Ruleset

TRIALS = 3  # with neighbouring seeds: so a shorter game is not missed for being another one


@st.composite
def games(draw: st.DrawFn, rules: Ruleset, players: int | Iterable[int] | None = None) -> tuple[State, ...]:
    """All states of a whole game, from the first to the last; `players` are the numbers to try, all by default."""
    return _played(draw, rules, players, whole=True)


@st.composite
def states(draw: st.DrawFn, rules: Ruleset, players: int | Iterable[int] | None = None) -> State:
    """A state reached by play."""
    return _played(draw, rules, players, whole=False)[-1]


@st.composite
def two_worlds(
    draw: st.DrawFn, rules: Ruleset, players: int | Iterable[int] | None = None, *, why: bool = False
) -> Leak | None:
    """A game that goes on in two worlds: what tells them apart for somebody who must not know, or None.

    It shrinks to few players, and few answers before and after the worlds part. With `why`, what players are told when
    they ask (why, what can be taken back, what others may hold) is compared, too, which takes much longer.
    """
    count = draw(st.sampled_from(_counts(rules, players)))
    before, after, seed = draw(st.integers(0, BEFORE)), draw(st.integers(1, AFTER)), draw(st.integers(0, 2**32 - 1))
    trials = (Trial(rules, count, before, after, seed + more, why=why) for more in range(TRIALS))
    return next((leak for leak, _ in (trial.leak() for trial in trials) if leak is not None), None)


def leak_test(
    rules: Ruleset, players: int | Iterable[int] | None = None, *, how: settings | None = None, why: bool = False
) -> Callable[[], None]:
    """A test that nobody is told more than the rules let him see: `test_nothing_leaks = leak_test(rules)`."""

    @(how or settings(deadline=None, suppress_health_check=(HealthCheck.too_slow,)))
    @given(two_worlds(rules, players, why=why))
    def nothing_leaks(leak: Leak | None) -> None:
        assert leak is None, str(leak)

    return nothing_leaks


def _counts(rules: Ruleset, players: int | Iterable[int] | None) -> list[int]:
    return [players] if isinstance(players, int) else sorted(players or rules.players)


def _played(draw: st.DrawFn, rules: Ruleset, players: int | Iterable[int] | None, *, whole: bool) -> tuple[State, ...]:
    """Hypothesis chooses the first answers, the simplest being the first option; a seeded sequence plays on."""
    count = draw(st.sampled_from(_counts(rules, players)))
    first = draw(st.integers(0, count - 1))
    steps = draw(st.lists(st.integers(0, 2**16 - 1), max_size=400))
    random = Random(draw(st.integers(0, 2**32 - 1)))
    state = rules.new_game(count, first=first)
    reached = [state]
    for step in steps:
        if isinstance(state.pending, Over):
            return tuple(reached)
        options = state.pending.options
        state = state.apply(options[step % len(options)])
        reached.append(state)
    while whole and not isinstance(state.pending, Over):
        options = state.pending.options
        state = state.apply(options[int(random.random() * len(options))])
        reached.append(state)
    return tuple(reached)
