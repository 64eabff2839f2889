"""A cluster of two worker processes, and what happens to it while it has something to do."""

import os
import pickle
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any

import dask
from distributed import LocalCluster
from distributed.diagnostics.plugin import SchedulerPlugin
from distributed.utils import get_mp_context

# For speed: workers are forked from a process that has all of it imported, and a dead one is not called for long.
QUICKLY = {"distributed.worker.multiprocessing-method": "forkserver", "distributed.comm.timeouts.connect": "5s"}
IMPORTED = ["distributed", "palast.commands.check", "palast.commands.impact", "palast.commands.simulate"]


@contextmanager
def two_workers() -> Iterator[Any]:
    """A cluster of two processes; one that dies is replaced."""
    with dask.config.set(QUICKLY):
        get_mp_context().set_forkserver_preload(IMPORTED)
        with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster:
            yield cluster


class Meanwhile(SchedulerPlugin):  # type: ignore[misc]
    """Does something once after some tasks, while others are under way: it says whether it could."""

    def __init__(self, after: int, act: Callable[[], bool]) -> None:
        self.done = False
        self._after, self._act = after, act

    def transition(self, key: object, start: str, finish: str, *_: object, **__: object) -> None:
        self._after -= start == "processing" and finish == "memory"
        self.done = self.done or (self._after <= 0 and self._act())


@contextmanager
def meanwhile(cluster: Any, after: int, act: Callable[[], bool]) -> Iterator[None]:
    """Has something done after so many tasks; it fails if it was not."""
    plugin = Meanwhile(after, act)
    cluster.scheduler.add_plugin(plugin, name="meanwhile")
    try:
        yield
    finally:
        cluster.scheduler.remove_plugin("meanwhile")
    assert plugin.done


def kills_one(cluster: Any) -> bool:
    """Kills a worker that has something to do."""
    busy = {address for address, worker in cluster.scheduler.workers.items() if worker.processing}
    pid = next((each.pid for each in cluster.workers.values() if each.worker_address in busy and each.pid), None)
    if pid is not None:
        os.kill(pid, signal.SIGKILL)
    return pid is not None


def interrupts() -> bool:
    """What Ctrl-C does to this process."""
    os.kill(os.getpid(), signal.SIGINT)
    return True


class Pickling(Executor):
    """Does in this process what is submitted, out of its pickle, and gives the result out of another."""

    def submit(self, task: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        done = Future[Any]()
        sent, its, also = pickle.loads(pickle.dumps((task, given, named)))
        done.set_result(pickle.loads(pickle.dumps(sent(*its, **also))))
        return done
