"""Chunks of work for an executor: results in order, resubmitting the chunks of workers that died."""

import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor, wait
from typing import Any, TypeVar

from rulespec.experiments.workers.dask import LOST, Cluster
from rulespec.experiments.workers.pools import dead_workers, end
from rulespec.language.errors import SimulationError

T = TypeVar("T")

UNDER_WAY = 64  # chunks submitted at a time, which bounds the memory; for a cluster so many for each that it can do:
AHEAD = 2
POLL = 1.0  # seconds between checks of a pool that returns nothing
MORE = "the executor no longer accepts work"
MOST_LOST = 3  # losses of one chunk after which it is given up

Chunk = tuple[Any, ...]  # the arguments of the task
UnderWay = deque[tuple[Chunk, Future[T]]]


class WorkersLost(SimulationError):
    """An executor that takes no more chunks, or whose workers keep dying over the same one."""


def in_order(executor: Executor, task: Callable[..., T], chunks: Iterable[Chunk]) -> Generator[T, None, None]:
    """The results of a task on each chunk, in order.

    The task has to be deterministic, as a chunk whose worker died is run again. Closing the iterator cancels what is
    under way. Raises `WorkersLost` if the executor fails for good, and all errors of the task.
    """
    left, under_way = iter(chunks), UnderWay[T]()
    most = max(UNDER_WAY, AHEAD * executor.slots()) if isinstance(executor, Cluster) else UNDER_WAY
    try:
        while True:
            for chunk in left:
                under_way.append((chunk, _submitted(executor, task, chunk)))
                if len(under_way) == most:
                    break
            if not under_way:
                return
            _await_first(executor, task, under_way)
            yield under_way.popleft()[1].result()
    finally:
        for _, future in under_way:
            future.cancel()


def _await_first(executor: Executor, task: Callable[..., T], under_way: UnderWay[T]) -> None:
    """Waits for the first chunk, and resubmits all chunks that were lost with a worker."""
    for lost in range(1, MOST_LOST + 1):
        first = under_way[0][1]
        _await(executor, first)
        error = _loss(first)
        if error is None:
            return
        if lost == MOST_LOST:
            raise WorkersLost(f"workers have died {lost} times on the same work{_why(error)}") from error
        for place, (chunk, future) in enumerate(under_way):
            if future.done() and _loss(future) is not None:
                under_way[place] = chunk, _submitted(executor, task, chunk)
    raise AssertionError


def _await(executor: Executor, future: Future[Any]) -> None:
    """Waits for a future; a pool of processes with dead workers is ended meanwhile, as it would hang.

    So would a cluster without its scheduler: `WorkersLost`.
    """
    dead = frozenset[int]()
    while not wait([future], POLL).done:
        if isinstance(executor, ProcessPoolExecutor):
            earlier, dead = dead, dead_workers(executor)
            if earlier & dead:
                end(executor)
        elif isinstance(executor, Cluster) and executor.is_gone:
            raise WorkersLost(f"{MORE} ({LOST})")


def _submitted(executor: Executor, task: Callable[..., T], chunk: Chunk) -> Future[T]:
    try:
        return executor.submit(task, *chunk)
    except BrokenExecutor as error:
        raise WorkersLost(f"a worker of the executor has died{_why(error)}") from error
    except RuntimeError as error:
        raise WorkersLost(f"{MORE}{_why(error)}") from error


def _loss(future: Future[Any]) -> BaseException | None:
    """The error of a finished future, if it means that a worker was lost."""
    if future.cancelled():
        return CancelledError()
    dask = sys.modules.get("distributed")  # if it was not imported, no future is Dask's
    lost = BrokenExecutor if dask is None else (BrokenExecutor, CancelledError, dask.KilledWorker)
    error = future.exception()
    return error if isinstance(error, lost) or _is_dasks(error) else None


def _is_dasks(error: BaseException | None) -> bool:
    """True if Dask's executor itself failed, as it can where a worker dies while it returns its result."""
    trace = None if error is None else error.__traceback__
    return (
        isinstance(error, ValueError)
        and trace is not None
        and trace.tb_next is None
        and trace.tb_frame.f_globals.get("__name__") == "distributed.cfexecutor"
    )


def _why(error: BaseException) -> str:
    return f" ({error})" if str(error) else ""
