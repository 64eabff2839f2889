"""Drawing one thing or another, the simplest first, so that whatever is found shrinks to that."""

from collections.abc import Callable
from random import Random
from typing import Any, TypeVar

from rulespec.language.tree.node import Citation

T = TypeVar("T")


class Drawing:
    """The random choices of one file; the smallest numbers of its generator make the simplest file."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._names = 0
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

    def name(self, of: str) -> str:
        """A name that nothing else in the file has."""
        self._names += 1
        return f"{of}{self._names}"
