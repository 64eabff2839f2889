"""How much the tests try: a share each time, and all of it with `HYPOTHESIS_PROFILE=deep pytest`."""

import os
from collections.abc import Iterator, Sequence
from random import Random
from typing import TypeVar

from rulespec import Over, Ruleset, State

Case = TypeVar("Case")

DEEP = os.environ.get("HYPOTHESIS_PROFILE", "quick") == "deep"


def tried(deep: int, quick: int) -> int:
    """How often something is tried."""
    return deep if DEEP else quick


def some(cases: Sequence[Case], most: int, start: int = 0) -> list[Case]:
    """All cases, or for each time about so many of them, spread evenly; tests that start elsewhere have other ones."""
    every = max(1, round(len(cases) / most))
    return list(cases) if DEEP else list(cases[start % every :: every])


def moments(rules: Ruleset, most: int, start: int = 0) -> Iterator[tuple[float, State]]:
    """States of whole games with how far each is into its own, from a part of it to the very end."""
    for number in range(most):
        random, players = Random(start + number), rules.players[number % len(rules.players)]
        state = rules.begin(players, 0, random.random)
        passed = [state]
        while not isinstance(state.pending, Over):
            state = state.advance(random.choice(state.pending.options), random.random)
            passed.append(state)
        last = len(passed) - 1
        at = last * (most - number) // most
        yield at / (last or 1), passed[at]  # some games begin at their end
