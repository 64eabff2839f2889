"""Thinking bit by bit, for whoever cannot wait for an answer in one go: a page, which has to stay usable."""

from collections.abc import Generator
from typing import TypeVar

T = TypeVar("T")
Thinking = Generator[float, None, T]  # tells now and then how much of it is done, from 0 to 1


class Enough(Exception):
    """Thrown into a search by whoever is content with what it has found."""


def outcome(thinking: Thinking[T]) -> T:
    """What it comes to, waited for."""
    while True:
        try:
            next(thinking)
        except StopIteration as stopped:
            found: T = stopped.value
            return found
