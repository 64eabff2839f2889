"""How much the tests try: a share each time, and all of it with `HYPOTHESIS_PROFILE=deep pytest`."""

import os
from collections.abc import Sequence
from typing import TypeVar

Case = TypeVar("Case")

DEEP = os.environ.get("HYPOTHESIS_PROFILE", "quick") == "deep"


def tried(deep: int, quick: int) -> int:
    """How often something is tried."""
    return deep if DEEP else quick


def some(cases: Sequence[Case], most: int, start: int = 0) -> list[Case]:
    """All cases, or for each time about so many of them, spread evenly; tests that start elsewhere have other ones."""
    every = max(1, round(len(cases) / most))
    return list(cases) if DEEP else list(cases[start % every :: every])
