"""The processes that play for a command: as many as there are processors, if it is not told another number."""

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

from rulespec.simulations.pools import shut

T = TypeVar("T")

MOST = 61  # processes that a pool of Windows can have


class Workers(ProcessPoolExecutor):
    """A pool of processes that is made anew once one of them has died: what it did then has to be submitted again.

    Ctrl-C is left to whoever submits. The processes end with the pool, whatever they are doing, and with their parent.
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


def jobs(parser: ArgumentParser) -> None:
    """The option that says how many processes play."""
    parser.add_argument(
        "--jobs", type=int, metavar="N", help="how many processes play (by default as many as there are processors)"
    )


@contextmanager
def workers(number: int | None, most: int = MOST) -> Iterator[Executor | None]:
    """So many processes, else one for each processor but no more than `most`; None if one is enough, which is this."""
    if number is not None and not 1 <= number <= MOST:
        raise ValueError(f"--jobs is a number of processes, from 1 to {MOST}, not {number}")
    wanted = min(processors(), most, MOST) if number is None else number
    if wanted <= 1:
        yield None
    else:
        with Workers(wanted) as made:
            yield made


def processors() -> int:
    """How many of them this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes that are begun meanwhile are not interrupted by Ctrl-C, not even before they can ask not to be."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """What a process does first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Without this a process whose parent was killed waits forever, as it keeps open itself what it waits at."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
