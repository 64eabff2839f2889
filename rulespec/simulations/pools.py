"""Pools of processes of the standard library, and how they end where they do not by themselves.

A pool reads results from one pipe, which it holds open itself; so where a worker dies in sending one, it waits forever
for the rest. What is looked at here is its own affair, as there is no other way to it.
"""

from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.connection import wait
from time import sleep
from typing import Any

MOMENT, MOMENTS = 0.005, 200  # seconds, and how many such at most


def dead_workers(pool: ProcessPoolExecutor) -> frozenset[int]:
    """The workers that have died, by their numbers."""
    workers = dict(pool._processes or {})  # noqa: SLF001
    return frozenset(number for number, worker in workers.items() if wait([worker.sentinel], 0))


def end(pool: ProcessPoolExecutor) -> None:
    """Ends all workers at once, and lets the pool see that nobody is left who could send anything."""
    _end(pool._processes or {}, pool._result_queue)  # noqa: SLF001


def shut(pool: ProcessPoolExecutor) -> None:
    """Shuts a pool down at once, whatever its workers are doing."""
    manager: Any = pool._executor_manager_thread  # noqa: SLF001
    workers, results = pool._processes, pool._result_queue  # noqa: SLF001
    ProcessPoolExecutor.shutdown(pool, wait=False, cancel_futures=True)
    if manager is None:
        return
    for _ in range(MOMENTS):  # it stumbles over what was cancelled, if it has not put that away before workers end
        if not manager.is_alive() or not pool._cancel_pending_futures:  # noqa: SLF001
            break
        sleep(MOMENT)
    _end(workers or {}, results)
    manager.join()


def _end(workers: Mapping[int, Any], results: Any) -> None:
    for worker in list(workers.values()):
        worker.kill()
    if results is not None:
        results._writer.close()  # noqa: SLF001
