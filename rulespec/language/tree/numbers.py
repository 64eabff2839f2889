"""Whole numbers in ascending stretches, which are counted without being listed."""

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Any

from attrs import frozen


@frozen
class Numbers(Sequence[int]):
    """The numbers of some stretches, one after another."""

    stretches: tuple[range, ...]

    def __len__(self) -> int:
        return sum(map(len, self.stretches))

    def __iter__(self) -> Iterator[int]:
        return chain.from_iterable(self.stretches)

    def __contains__(self, number: object) -> bool:
        return any(number in stretch for stretch in self.stretches)

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return tuple(islice(self, at.start, at.stop, at.step))
        return next(islice(self, range(len(self))[at], None))

    def between(self, low: int, high: int) -> "Numbers":
        """Those from one number to another."""
        cut = (range(max(low, each.start), min(high + 1, each.stop)) for each in self.stretches)
        return Numbers(tuple(each for each in cut if each))
