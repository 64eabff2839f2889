"""A pool of processes that survives the death of a worker."""

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import parent_process
from threading import Thread
from typing import Any, TypeVar

from rulespec.experiments.workers.pools import shut

T = TypeVar("T")


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
