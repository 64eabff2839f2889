"""Work done ahead of where it is looked at: chunks of pairs, given back in order, until there is no time left."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, wait
from time import monotonic
from typing import TypeVar

from rulespec.errors import SimulationError

Found = TypeVar("Found")
Chunk = tuple[int, int]  # the number of the first pair, and how many

UNDER_WAY = 64  # chunks at most: as many are kept in memory


def in_order(
    count: Callable[[int, int], Found], chunks: Iterable[Chunk], executor: Executor | None, until: float | None
) -> Iterator[Found]:
    """What comes of chunks, one after another, for as long as it is not later than `until`.

    What was begun and is not wanted any more is not waited for.
    """
    if executor is None:
        for first, size in chunks:
            yield count(first, size)
            if until is not None and monotonic() >= until:
                return
        return
    under_way, left = deque[Future[Found]](), iter(chunks)
    try:
        while True:
            for first, size in left:
                under_way.append(executor.submit(count, first, size))
                if len(under_way) == UNDER_WAY:
                    break
            if not under_way:
                return
            done, _ = wait([under_way[0]], None if until is None else until - monotonic())
            if not done:
                return
            yield under_way.popleft().result()
    except BrokenExecutor as error:
        raise SimulationError(
            f"a worker of the executor has died ({error}), and nothing is kept of what the others did: call it again "
            "with another executor, which comes to the same"
        ) from error
    finally:
        for each in under_way:
            each.cancel()
