"""Pools of processes that do not see that a worker has died, as CPython's do where he dies in sending what he found.

A pool reads results from one pipe, which it holds open itself; so it waits forever for the rest of one that was cut
short. What is looked at here is its own affair; there is no other way to it.
"""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing.connection import wait


def dead_workers(pool: ProcessPoolExecutor) -> frozenset[int]:
    """The workers that have died, by their numbers."""
    workers = dict(pool._processes or {})  # noqa: SLF001
    return frozenset(number for number, worker in workers.items() if wait([worker.sentinel], 0))


def end(pool: ProcessPoolExecutor) -> None:
    """Ends all workers at once, and lets the pool see that nobody is left who could send anything."""
    for worker in list((pool._processes or {}).values()):  # noqa: SLF001
        worker.kill()
    if pool._result_queue is not None:  # noqa: SLF001
        pool._result_queue._writer.close()  # type: ignore[attr-defined]  # noqa: SLF001
