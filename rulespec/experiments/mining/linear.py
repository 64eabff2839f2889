"""Sums of whole numbers that are the same in many rows, exactly, with small coefficients where there are any."""

from collections.abc import Iterable, Iterator, Sequence
from math import gcd
from operator import mul
from random import Random

from attrs import define, field

Vector = tuple[int, ...]

ORDERS = 60  # of the columns, each of which gives other sums with few terms


@define
class Unvarying:
    """The sums that are the same in all rows whose differences were seen: whole coefficients, as a basis."""

    width: int
    basis: list[Vector] = field(init=False)

    @basis.default
    def _all(self) -> list[Vector]:
        return [tuple(int(column == row) for column in range(self.width)) for row in range(self.width)]

    def sees(self, difference: Sequence[int]) -> None:
        """Leaves those that make no difference of this one."""
        found = [sum(map(mul, each, difference)) for each in self.basis]
        differing = [index for index, amount in enumerate(found) if amount]
        if not differing:
            return
        pivot = min(differing, key=lambda index: abs(found[index]))
        kept, by = self.basis[pivot], found[pivot]
        self.basis = [
            each if not amount else primitive(by * one - amount * other for one, other in zip(each, kept, strict=True))
            for index, (each, amount) in enumerate(zip(self.basis, found, strict=True))
            if index != pivot
        ]


@define
class Spanned:
    """All sums that follow from some."""

    _rows: list[tuple[int, Vector]] = field(init=False, factory=list)  # each with its first column that is not 0

    def add(self, vector: Sequence[int]) -> bool:
        """True if it does not follow from the others; from now on it does."""
        left = tuple(vector)
        for column, row in self._rows:
            if left[column]:
                by, of = row[column], left[column]
                left = primitive(by * one - of * other for one, other in zip(left, row, strict=True))
        first = next((column for column, amount in enumerate(left) if amount), None)
        if first is None:
            return False
        self._rows.append((first, left))
        return True


def primitive(vector: Iterable[int]) -> Vector:
    """The same sum with the smallest coefficients, more of them positive than negative, or else the first."""
    found = tuple(vector)
    divisor = gcd(*found)
    if not divisor:
        return found
    signs = [each > 0 for each in found if each]
    turned = 2 * sum(signs) < len(signs) or (2 * sum(signs) == len(signs) and not signs[0])
    return tuple(each // (-divisor if turned else divisor) for each in found)


def simple(basis: Sequence[Vector]) -> list[Vector]:
    """Sums of a space with few terms, the simplest first: no other one has some of the terms of one alone."""
    if not basis:
        return []
    found = dict.fromkeys(primitive(each) for order in _orders(len(basis[0])) for each in _reduced(basis, order))
    return sorted(found, key=lambda vector: (cost(vector), [-abs(each) for each in vector]))


def cost(vector: Vector) -> int:
    """How much there is to read in a sum: its terms, and coefficients other than 1."""
    return sum(2 * abs(each) - (each > 0) for each in vector if each)


def _orders(width: int) -> Iterator[list[int]]:
    order, chance = list(range(width)), Random(width)
    yield order
    yield order[::-1]
    for _ in range(ORDERS):
        chance.shuffle(order)
        yield order


def _reduced(basis: Sequence[Vector], order: Sequence[int]) -> list[Vector]:
    """A basis of the same space in which some columns, the first in the order that can, stand in one sum each."""
    rows, done = list(basis), 0
    for column in order:
        if done == len(rows):
            break
        pivot = next((index for index in range(done, len(rows)) if rows[index][column]), None)
        if pivot is None:
            continue
        rows[done], rows[pivot] = rows[pivot], rows[done]
        kept, by = rows[done], rows[done][column]
        for index, row in enumerate(rows):
            if index != done and row[column]:
                of = row[column]
                rows[index] = primitive(by * one - of * other for one, other in zip(row, kept, strict=True))
        done += 1
    return rows
