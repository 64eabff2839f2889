"""What is decided at random by numbers in [0, 1), one after another: the same numbers decide the same."""

from collections.abc import Callable, Sequence
from random import Random as Generator
from typing import TypeVar, cast

T = TypeVar("T")
Random = Callable[[], float]  # gives numbers in [0, 1)


def generator_of(random: object) -> Generator:
    """The generator that a caller gave as `random`: a `random.Random`, or the seed of one; else a `TypeError`."""
    if isinstance(random, Generator):
        return random
    if type(random) is int:
        return Generator(random)
    raise TypeError(f"'random' must be a random.Random or a seed (an int), not {random!r}")


def numbers_of(random: object) -> Random:
    """The numbers of a `random.Random`, or a function that returns them; anything else is a `TypeError`."""
    found = random if callable(random) else getattr(random, "random", None)
    if not callable(found):
        raise TypeError(f"'random' must be a random.Random or a function returning numbers in [0, 1), not {random!r}")
    return cast(Random, found)


def below(count: int, draw: Random) -> int:
    """A number from 0 on that is less than another."""
    number = draw()
    if not 0 <= number < 1:
        raise ValueError(f"random numbers must be in [0, 1), not {number!r}")
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
