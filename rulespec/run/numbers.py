"""Numbers in play: each fits 64 bits, and what would go beyond stops at the bound."""

from collections.abc import Iterable

from rulespec.resolve.bounds import Bounds
from rulespec.tree.limits import LEAST_NUMBER, MOST_NUMBER


def held(number: int) -> int:
    """The number, or the bound that it would go beyond."""
    if LEAST_NUMBER <= number <= MOST_NUMBER:
        return number
    return MOST_NUMBER if number > 0 else LEAST_NUMBER


def total(numbers: Iterable[int]) -> int:
    """The numbers added one after another, each sum held."""
    found = 0
    for number in numbers:
        found = held(found + number)
    return found


def surely_held(bounds: Bounds) -> bool:
    """Whether nothing that lies between some bounds needs to be held."""
    low, high = bounds
    return low is not None and high is not None and low > LEAST_NUMBER and high < MOST_NUMBER
