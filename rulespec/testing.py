"""Hypothesis strategies for rulesets: whole games and reached states, which shrink to short games."""

from collections.abc import Iterable
from random import Random

from hypothesis import strategies as st

from rulespec.engine.pending import Over
from rulespec.engine.state import State
from rulespec.ruleset import Ruleset


@st.composite
def games(draw: st.DrawFn, rules: Ruleset, players: int | Iterable[int] | None = None) -> tuple[State, ...]:
    """All states of a whole game, from the first to the last; `players` are the numbers to try, all by default."""
    return _played(draw, rules, players, whole=True)


@st.composite
def states(draw: st.DrawFn, rules: Ruleset, players: int | Iterable[int] | None = None) -> State:
    """A state reached by play."""
    return _played(draw, rules, players, whole=False)[-1]


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
