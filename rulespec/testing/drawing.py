"""Drawing one thing or another, the simplest first, so that whatever is found shrinks to that."""

from collections.abc import Callable
from random import Random
from typing import Any, TypeVar

from rulespec.tree.node import Citation
from rulespec.tree.source import Source, Span

T = TypeVar("T")

NOWHERE: dict[str, Any] = {"span": Span(Source("drawn", ""), 0, 0)}  # where a drawn node stands


class Drawing:
    """Draws what stands in one file, with a random generator whose smallest numbers make the simplest file."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.cited: tuple[Citation, ...] = ()  # what the file can cite

    def of(self, *choices: T) -> T:
        return choices[self.number(0, len(choices) - 1)]

    def perhaps(self, one_in: int = 2) -> bool:
        """False where it is simplest."""
        return self.number(0, one_in - 1) == one_in - 1

    def number(self, least: int, most: int) -> int:
        return self._random.randint(least, most)

    def some(self, make: Callable[[], T], least: int, most: int) -> tuple[T, ...]:
        return tuple(make() for _ in range(self.number(least, most)))

    def cites(self) -> dict[str, Any]:
        """Seldom a citation, for a node that can carry one."""
        if not self.cited or not self.perhaps(5):
            return {}
        return {"cites": (self.of(*self.cited),)}
