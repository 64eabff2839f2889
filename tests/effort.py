"""How much the tests try: a share each time, and all of it with `HYPOTHESIS_PROFILE=deep pytest`."""

import os
from collections.abc import Sequence
from random import Random
from typing import TypeVar

from hypothesis import strategies as st

from rulespec import Decision, Ruleset, State

Case = TypeVar("Case")

DEEP = os.environ.get("HYPOTHESIS_PROFILE", "quick") == "deep"


def tried(deep: int, quick: int) -> int:
    """How often something is tried."""
    return deep if DEEP else quick


def some(cases: Sequence[Case], most: int, start: int = 0) -> list[Case]:
    """All cases, or for each time about so many of them, spread evenly; tests that start elsewhere have other ones."""
    every = max(1, round(len(cases) / most))
    return list(cases) if DEEP else list(cases[start % every :: every])


@st.composite
def early(draw: st.DrawFn, rules: Ruleset) -> State:
    """A state after a few answers: late in a game nothing bounds yet how long its worlds are looked for."""
    random, players = Random(draw(st.integers(0, 2**16))), draw(st.sampled_from(rules.players))
    state, answers = rules.begin(players, 0, random.random), draw(st.integers(0, 6))
    while answers and isinstance(state.pending, Decision):
        state, answers = state.advance(random.choice(state.pending.options), random.random), answers - 1
    return state
