"""What is decided at random by numbers in [0, 1), one after another: the same numbers decide the same."""

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")
Random = Callable[[], float]  # gives numbers in [0, 1)


def below(count: int, draw: Random) -> int:
    """A number from 0 on that is less than another."""
    number = draw()
    if not 0 <= number < 1:
        raise ValueError(f"random numbers are at least 0 and below 1, which {number!r} is not")
    return int(number * count)


def one_of(things: Sequence[T], draw: Random) -> T:
    """Any of them."""
    return things[below(len(things), draw)]


def shuffled(things: Sequence[T], draw: Random) -> list[T]:
    """All of them, in any order."""
    found = list(things)
    for last in range(len(found) - 1, 0, -1):
        at = below(last + 1, draw)
        found[at], found[last] = found[last], found[at]
    return found


def some_of(things: Sequence[T], count: int, draw: Random) -> list[T]:
    """So many of them, in any order."""
    found = list(things)
    for first in range(count):
        at = first + below(len(found) - first, draw)
        found[at], found[first] = found[first], found[at]
    return found[:count]
