"""The arrays of a batch, with a row for each game."""

from typing import Any

import numpy as np
from attrs import frozen
from numpy.typing import NDArray


@frozen(eq=False)
class BatchArrays:
    """The arrays, see `Batch`."""

    asked: NDArray[np.int64]
    counts: NDArray[np.int64]
    mask: NDArray[np.bool_]
    observations: NDArray[np.float32]
    returns: NDArray[np.float64]
    over: NDArray[np.bool_]
    truncated: NDArray[np.bool_]

    @property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        """All arrays, in the order that the engine in C expects."""
        return self.asked, self.counts, self.mask, self.observations, self.returns, self.over, self.truncated

    def sealed(self) -> "BatchArrays":
        """The same memory, read-only: it is written only where something has changed, so the rest must stay."""
        views = [array.view() for array in self.arrays]
        for view in views:
            view.flags.writeable = False
        return BatchArrays(*views)

    def copied(self) -> "BatchArrays":
        """New arrays with what stands in these now."""
        return BatchArrays(*(array.copy() for array in self.arrays))


def rows_for(count: int, players: int, actions: int, size: int) -> BatchArrays:
    """Arrays for `count` games with this many actions, and observations of this size."""
    return BatchArrays(
        np.full(count, -1, np.int64),
        np.zeros(count, np.int64),
        np.zeros((count, actions), np.bool_),
        np.zeros((count, size), np.float32),
        np.zeros((count, players), np.float64),
        np.ones(count, np.bool_),
        np.zeros(count, np.bool_),
    )
