"""Hypothesis strategies for rulesets: games, reached states and pairs of worlds, which shrink to short games."""

from collections.abc import Callable, Iterable
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulespec.engine.pending import Over
from rulespec.engine.state import State
from rulespec.leaks import Leak
from rulespec.leaks.fork import fork_at, reached
from rulespec.leaks.search import ANSWERS, OPENING
from rulespec.ruleset import Ruleset

_AT_LEISURE = settings(deadline=None, suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large))


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

    With `why`, what players are told when they ask why things are so is compared, too, which takes much longer.
    """

    def pick(many: int) -> int:
        return draw(st.integers(0, many - 1))

    counts = [players] if isinstance(players, int) else sorted(players or rules.players)
    count = draw(st.sampled_from(counts))
    answers = draw(st.integers(0, OPENING))
    states = list(reached(rules.new_game(count, pick(count)), pick, answers))
    return fork_at(states[answers % len(states)], pick).worlds(pick, why=why).leak(draw(st.integers(1, ANSWERS)))


def leak_test(
    rules: Ruleset, players: int | Iterable[int] | None = None, *, how: settings | None = None, why: bool = False
) -> Callable[[], None]:
    """A test that nobody is told more than the rules let him see: `test_nothing_leaks = leak_test(rules)`."""

    @(how or _AT_LEISURE)
    @given(two_worlds(rules, players, why=why))
    def nothing_leaks(leak: Leak | None) -> None:
        assert leak is None, str(leak)

    return nothing_leaks


def _played(draw: st.DrawFn, rules: Ruleset, players: int | Iterable[int] | None, *, whole: bool) -> tuple[State, ...]:
    """Hypothesis chooses the first answers, the simplest being the first option; a seeded sequence plays on."""
    counts = [players] if isinstance(players, int) else sorted(players or rules.players)
    count = draw(st.sampled_from(counts))
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
