"""Numbers in play: each fits 64 bits, and what would go beyond stops at the bound."""

from collections.abc import Iterable

from rulespec.language.tree.limits import LEAST_NUMBER, MOST_NUMBER


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
