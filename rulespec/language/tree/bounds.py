"""How small and how large a number can be: intervals, and the arithmetic on them."""

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from rulespec.language.tree.limits import LEAST_NUMBER, MOST_NUMBER

Bounds = tuple[int | None, int | None]  # the least and the most; None where nothing bounds it

UNBOUNDED: Bounds = (None, None)


class Bounding(Protocol):
    """Bounds the parts of an expression."""

    @property
    def cards(self) -> int:
        """How many cards there are."""

    @property
    def largest(self) -> int:
        """How many members a set can have."""

    def members(self, list_: str) -> int:
        """How many words, or numbers, a list has."""

    def of(self, node: Any) -> Bounds:
        """The bounds of an expression, or of each number of a set."""


def held(number: int | None) -> int | None:
    """A number where numbers in play stop."""
    return None if number is None else max(LEAST_NUMBER, min(number, MOST_NUMBER))


def signed(bounds: Bounds, sign: int) -> Bounds:
    """The bounds of `sign` times a number; `sign` is 1 or -1."""
    low, high = bounds
    return bounds if sign > 0 else (None if high is None else -high, None if low is None else -low)


def plus(one: Bounds, other: Bounds) -> Bounds:
    """The bounds of a sum."""
    return _sum(one[0], other[0]), _sum(one[1], other[1])


def times(one: Bounds, other: Bounds) -> Bounds:
    """The bounds of a product, if all bounds of both are known."""
    (a, b), (c, d) = one, other
    if a is None or b is None or c is None or d is None:
        return UNBOUNDED
    products = a * c, a * d, b * c, b * d
    return held(min(products)), held(max(products))


def quotient(one: Bounds, other: Bounds, divided: Callable[[int, int], int]) -> Bounds:
    """The bounds of a quotient: it is most extreme where both numbers are, or what it is divided by is next to 0."""
    low, high = _known(other)
    by = {end for end in (low, high, -1, 0, 1) if low <= end <= high}
    found = [divided(number, each) for number in _known(one) for each in by]
    bounded = low >= 0 or None not in one
    return (
        held(min(found)) if bounded and one[0] is not None else None,
        held(max(found)) if bounded and one[1] is not None else None,
    )


def remaining(one: Bounds, other: Bounds) -> Bounds:
    """The bounds of what is left by a division rounded down: it is nearer to 0 than what it is divided by."""
    low, high = other
    most = None if high is None else max(0, high - 1)
    if low is None or low < 0:
        return None if low is None else low + 1, most
    if one[0] is not None and one[0] >= 0 and one[1] is not None:
        most = one[1] if most is None else min(most, one[1])
    return 0, most


def _known(ends: Bounds) -> tuple[int, int]:
    """Bounds with those that every number has."""
    return LEAST_NUMBER if ends[0] is None else ends[0], MOST_NUMBER if ends[1] is None else ends[1]


def smaller(one: Bounds, other: Bounds) -> Bounds:
    """The bounds of the smaller of two numbers."""
    (a, b), (c, d) = one, other
    return None if a is None or c is None else min(a, c), min((end for end in (b, d) if end is not None), default=None)


def either(several: Iterable[Bounds]) -> Bounds:
    """The bounds of what can be any of several numbers."""
    lows, highs = zip(*several, strict=True)
    return _extreme(min, lows), _extreme(max, highs)


def _extreme(of: Callable[[list[int]], int], ends: tuple[int | None, ...]) -> int | None:
    known = [end for end in ends if end is not None]
    return of(known) if len(known) == len(ends) else None


def _sum(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else held(one + other)
