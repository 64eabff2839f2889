"""How much the tests try: a share each time, and all of it with `HYPOTHESIS_PROFILE=deep pytest`."""

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from random import Random
from typing import Any, TypeVar

from hypothesis import seed

from rulespec import Over, Ruleset, State

Case = TypeVar("Case")

DEEP = os.environ.get("HYPOTHESIS_PROFILE", "quick") == "deep"


def tried(deep: int, quick: int) -> int:
    """How often something is tried."""
    return deep if DEEP else quick


def draws_until(quick: int, deep: int, missing: Callable[[], Collection[Any]]) -> Iterator[int]:
    """Numbers to draw inputs with: so many, and then more until nothing is missing, up to a cap; there it fails.

    What is missing is asked, not counted beforehand, so an addition that changes all draws turns no test red by luck.
    """
    least, most = tried(deep, quick), max(2 * deep, 20 * quick)
    for number in range(most):
        if number >= least and not missing():
            return
        yield number
    assert not missing(), f"not seen in {most} draws: {', '.join(sorted(map(str, missing())))}"


def until_seen(check: Callable[[], None], missing: Callable[[], Collection[Any]], most: int = 20) -> None:
    """Runs a property of Hypothesis, and again with other random numbers until nothing is missing, up to a cap."""
    check()
    for number in range(most):
        if not missing():
            return
        seed(number)(check)()
    assert not missing(), f"not seen in {most} rounds: {', '.join(sorted(map(str, missing())))}"


def short_of(seen: Counter[Any], least: dict[Any, int]) -> list[str]:
    """What was seen less often than it should have been, and how often."""
    return [f"{what} ({seen[what]} of {many})" for what, many in least.items() if seen[what] < many]


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
        at = round(last * (most - number) / most)  # to the nearest, so that short games come as far as long ones
        yield at / (last or 1), passed[at]  # some games begin at their end
