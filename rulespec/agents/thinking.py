"""Thinking as a generator, for a caller that cannot block, such as the page in the browser."""

from collections.abc import Generator
from typing import TypeVar

T = TypeVar("T")
Thinking = Generator[float, None, T]  # yields its progress from 0 to 1


class Enough(Exception):
    """Thrown into a search to end it with what it has found."""


def outcome(thinking: Thinking[T]) -> T:
    """Runs it to its end, and returns its result."""
    while True:
        try:
            next(thinking)
        except StopIteration as stopped:
            found: T = stopped.value
            return found
