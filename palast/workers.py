"""The workers of a command: by default a process for each processor; or those of a cluster."""

import logging
import os
import signal
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import parent_process
from threading import Thread
from typing import Any, TypeVar

from rulespec.experiments.workers.dask import cluster
from rulespec.experiments.workers.pools import shut

T = TypeVar("T")

MOST = 61  # processes that a pool of Windows can have


class Workers(ProcessPoolExecutor):
    """A process pool that recreates itself after a worker has died; lost work has to be submitted again.

    Workers ignore Ctrl-C, which is left to the parent. They are killed with the pool, and end with their parent.
    """

    def __init__(self, number: int) -> None:
        self._number = number
        super().__init__(number, initializer=_begin)

    def submit(self, task: Callable[..., T], /, *given: Any, **named: Any) -> Future[T]:
        with _deaf():
            try:
                return super().submit(task, *given, **named)
            except BrokenProcessPool:
                super().shutdown()
                super().__init__(self._number, initializer=_begin)
                return super().submit(task, *given, **named)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:
        shut(self)


def dask(parser: ArgumentParser) -> None:
    """Adds the option `--dask`."""
    parser.add_argument(
        "--dask",
        metavar="ADDRESS",
        help="let the workers of Dask's scheduler at this address do what takes long, as in tcp://host:8786",
    )


def jobs(parser: ArgumentParser) -> None:
    """Adds the options `--jobs` and `--dask`."""
    parser.add_argument(
        "--jobs", type=int, metavar="N", help="how many processes play (by default as many as there are processors)"
    )
    dask(parser)


@contextmanager
def workers(number: int | None, most: int = MOST, address: str | None = None) -> Iterator[Executor | None]:
    """A pool of processes: `number`, by default one per processor up to `most`. None if one is enough: this one.

    With an `address` it is the cluster there; a `SimulationError` says what it lacks.
    """
    if address is not None:
        if number is not None:
            raise ValueError("--jobs: leave it out with --dask, whose workers are those of the scheduler")
        with silent(), cluster(address) as made:
            yield made
        return
    if number is not None and not 1 <= number <= MOST:
        raise ValueError(f"--jobs is a number of processes, from 1 to {MOST}, not {number}")
    wanted = min(processors(), most, MOST) if number is None else number
    if wanted <= 1:
        yield None
    else:
        with Workers(wanted) as made:
            yield made


@contextmanager
def silent() -> Iterator[None]:
    """Keeps Dask from writing between the lines of a command who comes and goes."""
    before = logging.root.manager.disable
    logging.disable()
    try:
        yield
    finally:
        logging.disable(before)


def processors() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def _deaf() -> Iterator[None]:
    """Blocks SIGINT, so that processes started meanwhile never receive it before they ignore it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """The initializer of a worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Ends a worker whose parent was killed: it would wait forever for a pipe of which it holds both ends."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
