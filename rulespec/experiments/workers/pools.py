"""Ending a `ProcessPoolExecutor` that would hang.

A pool reads all results from one pipe, of which it holds both ends. So where a worker dies while it sends a result, the
pool waits forever for the rest. There is no public way out, hence the private attributes.
"""

from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.connection import wait
from time import sleep
from typing import Any

MOMENT, MOMENTS = 0.005, 200  # seconds, and how often to wait that long


def dead_workers(pool: ProcessPoolExecutor) -> frozenset[int]:
    """The process ids of the workers that have died."""
    workers = dict(pool._processes or {})  # noqa: SLF001
    return frozenset(number for number, worker in workers.items() if wait([worker.sentinel], 0))


def end(pool: ProcessPoolExecutor) -> None:
    """Kills all workers, and closes the pipe so that the pool sees its end."""
    _end(pool._processes or {}, pool._result_queue)  # noqa: SLF001


def shut(pool: ProcessPoolExecutor) -> None:
    """Shuts a pool down at once, killing busy workers."""
    manager: Any = pool._executor_manager_thread  # noqa: SLF001
    workers, results = pool._processes, pool._result_queue  # noqa: SLF001
    ProcessPoolExecutor.shutdown(pool, wait=False, cancel_futures=True)
    if manager is None:
        return
    for _ in range(MOMENTS):  # its thread fails if workers end before it has dropped the cancelled chunks
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
