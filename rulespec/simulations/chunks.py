"""Chunks that an executor's workers do: what comes of them in order, and once more where a worker was lost."""

import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor, wait
from typing import Any, TypeVar

from rulespec.agents.names import Maker, path_of
from rulespec.errors import SimulationError
from rulespec.simulations.pools import dead_workers, end

T = TypeVar("T")

UNDER_WAY = 64  # chunks at most: as many are kept in memory
NOW_AND_THEN = 1.0  # seconds between looks at a pool that gives nothing
MOST_LOST = 3  # times that the same chunk is waited for in vain

Chunk = tuple[Any, ...]  # what the task is called with
UnderWay = deque[tuple[Chunk, Future[T]]]


class WorkersLost(SimulationError):
    """An executor that takes no more chunks, or loses its workers over one again and again."""


def in_order(executor: Executor | None, task: Callable[..., T], chunks: Iterable[Chunk]) -> Iterator[T]:
    """What comes of each chunk, in order; without an executor, done here.

    A task has to give the same whenever it is done, as a chunk is done again whose worker was lost. What was begun and
    is not wanted any more is not waited for.
    """
    if executor is None:
        for chunk in chunks:
            yield task(*chunk)
        return
    left, under_way = iter(chunks), UnderWay[T]()
    try:
        while True:
            for chunk in left:
                under_way.append((chunk, _submitted(executor, task, chunk)))
                if len(under_way) == UNDER_WAY:
                    break
            if not under_way:
                return
            _await_first(executor, task, under_way)
            yield under_way.popleft()[1].result()
    finally:
        for _, future in under_way:
            future.cancel()


def reached(executor: Executor, makers: Sequence[Maker], seats: Sequence[str]) -> None:
    """Finds out whether each agent gets to the workers, before anything is played there."""
    tried = list[Maker]()
    for seat, maker in zip(seats, makers, strict=True):
        if any(maker is each for each in tried):
            continue
        tried.append(maker)
        try:
            list(in_order(executor, callable, [(maker,)]))
        except Exception as error:  # whatever keeps it from being sent
            raise SimulationError(
                f"the agent of {seat}, {path_of(maker)}, cannot be sent to the executor's workers ({error}): let what "
                "makes it be a function of a module, or a functools.partial of one; without an executor, or with "
                "threads, it can be anything"
            ) from error


def _await_first(executor: Executor, task: Callable[..., T], under_way: UnderWay[T]) -> None:
    """Waits for the first chunk; all that were lost with a worker are submitted again."""
    for lost in range(1, MOST_LOST + 1):
        first = under_way[0][1]
        _await(executor, first)
        error = _loss(first)
        if error is None:
            return
        if lost == MOST_LOST:
            raise WorkersLost(f"workers have died {lost} times over the same games{_why(error)}") from error
        for place, (chunk, future) in enumerate(under_way):
            if future.done() and _loss(future) is not None:
                under_way[place] = chunk, _submitted(executor, task, chunk)
    raise AssertionError


def _await(executor: Executor, future: Future[Any]) -> None:
    """Waits until it is done, and looks after a pool of processes meanwhile."""
    dead = frozenset[int]()
    while not wait([future], NOW_AND_THEN).done:
        if isinstance(executor, ProcessPoolExecutor):
            earlier, dead = dead, dead_workers(executor)
            if earlier & dead:
                end(executor)


def _submitted(executor: Executor, task: Callable[..., T], chunk: Chunk) -> Future[T]:
    try:
        return executor.submit(task, *chunk)
    except BrokenExecutor as error:
        raise WorkersLost(f"a worker of the executor has died{_why(error)}") from error
    except RuntimeError as error:
        raise WorkersLost(f"the executor takes nothing more{_why(error)}") from error


def _loss(future: Future[Any]) -> BaseException | None:
    """Why a future that is done has no result of its own, if a worker was lost."""
    if future.cancelled():
        return CancelledError()
    dask = sys.modules.get("distributed")  # no need to import it: without it no future is Dask's
    lost = BrokenExecutor if dask is None else (BrokenExecutor, CancelledError, dask.KilledWorker)
    error = future.exception()
    return error if isinstance(error, lost) or _is_dasks(error) else None


def _is_dasks(error: BaseException | None) -> bool:
    """Whether Dask's executor failed by itself, as it can where a worker dies just when it gave its result."""
    trace = None if error is None else error.__traceback__
    return (
        isinstance(error, ValueError)
        and trace is not None
        and trace.tb_next is None
        and trace.tb_frame.f_globals.get("__name__") == "distributed.cfexecutor"
    )


def _why(error: BaseException) -> str:
    return f" ({error})" if str(error) else ""
