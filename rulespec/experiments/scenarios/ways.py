"""The ways in which a scenario's open choices can turn out: all of them, or a stratified sample."""

from collections.abc import Iterator
from math import prod
from random import Random
from typing import Protocol

EVERY = 300  # up to so many ways are all tried
SOME = 40  # the size of a sample of more
_SEED = "scenario"


class ScenarioWay(Protocol):
    """One way: it makes the open choices one after another."""

    def pick(self, number: int) -> int:
        """The index of the choice, in range(number)."""


class _Counted:
    """One of all ways: the digits of a number in a mixed radix, the numbers of possibilities."""

    def __init__(self, digits: list[int]) -> None:
        self._digits = digits
        self.numbers: list[int] = []

    def pick(self, number: int) -> int:
        at = len(self.numbers)
        self.numbers.append(number)
        if at == len(self._digits):
            self._digits.append(0)
        return self._digits[at]

    def following(self) -> list[int] | None:
        """The digits of the next way; None after the last."""
        digits = self._digits[: len(self.numbers)]
        while digits:
            if digits[-1] + 1 < self.numbers[len(digits) - 1]:
                return [*digits[:-1], digits[-1] + 1]
            digits.pop()
        return None


class _Spread:
    """One way of a stratified (Latin hypercube) sample, which spreads evenly over the possibilities of each choice."""

    def __init__(self, number: int, orders: list[list[int]]) -> None:
        self._number = number
        self._orders = orders
        self._at = 0
        self._within = Random(f"{_SEED} {number}").random

    def pick(self, number: int) -> int:
        if self._at == len(self._orders):
            random = Random(f"{_SEED} order {self._at}").random
            self._orders.append(sorted(range(SOME), key=[random() for _ in range(SOME)].__getitem__))
        place = self._orders[self._at][self._number]
        self._at += 1
        return min(int((place + self._within()) / SOME * number), number - 1)


class ScenarioWays:
    """The ways of one scenario, to be tried one by one; `all` of them, or a sample of `many` if there are too many."""

    def __init__(self, many: int = SOME) -> None:
        self._many = min(many, SOME)
        self.tried = 0
        self.all = True

    def __iter__(self) -> Iterator[ScenarioWay]:
        digits: list[int] | None = []
        while digits is not None:
            way = _Counted(digits)
            yield way
            self.tried += 1
            if prod(way.numbers) > EVERY or self.tried >= EVERY:
                break
            digits = way.following()
        else:
            return
        self.all, self.tried = False, 0
        orders: list[list[int]] = []
        for number in range(self._many):
            yield _Spread(number, orders)
            self.tried += 1
