"""Workers on other machines: an executor of the cluster whose Dask scheduler answers at an address.

Dask is an extra, and imported here alone, on demand. Each task is sent with the version of this process, so
that a worker that joins late, with other files, refuses it.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from attrs import define

from rulespec.experiments.workers.version import Playing, here
from rulespec.language.errors import SimulationError, visible

T = TypeVar("T")

ANSWERS = 5  # seconds in which a scheduler has to answer, and
WORKERS = 5  # in which there has to be a worker
CLOSING = 2  # seconds for saying goodbye
RUNNING, GONE = "running", ("closing", "closed")  # what a client of Dask is
LOST = "its scheduler is gone"
ALIKE = "install the same Python and the same version of this library everywhere"


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """The workers of the scheduler of Dask at an address, such as `tcp://host:8786`, as an executor.

    A `SimulationError` if Dask is not installed, no scheduler answers, there is no worker, or one differs. Work
    under way is cancelled at the end.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise SimulationError(
            f"a cluster needs the package distributed ({error}): pip install distributed, or install this "
            "distribution with the extra 'dask'"
        ) from error
    _agree(visible(address))
    try:
        client = Client(address, timeout=ANSWERS, set_as_default=False)
    except Exception as error:
        raise _silent(address, error) from error
    executor = client.get_executor(pure=False)
    try:
        _look(client, address)
        yield Cluster(client, executor, here())
    finally:
        with suppress(Exception):  # of a scheduler that has gone
            if client.status == RUNNING:
                executor.shutdown(wait=False)
            client.close(timeout=CLOSING)


@define(eq=False)
class Cluster(Executor):
    """An executor whose workers do a task only if they play as the process that sends it."""

    _client: Any
    _executor: Executor
    _here: Playing

    def slots(self) -> int:
        """How many tasks its workers can do at a time."""
        return sum(self._client.nthreads().values())

    @property
    def is_gone(self) -> bool:
        """True if the scheduler was lost for good, with all its tasks."""
        return self._client.status in GONE

    def submit(self, task: Callable[..., T], /, *given: Any, **named: Any) -> Future[T]:
        try:
            return self._executor.submit(alike, self._here, task, *given, **named)
        except Exception as error:
            if self.is_gone:
                raise RuntimeError(LOST) from error
            raise

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._executor.shutdown(wait=wait)  # Dask's takes no more


def alike(there: Playing, task: Callable[..., T], /, *given: Any, **named: Any) -> T:
    """Does a task that was sent from another process, in one that plays alike."""
    unlike = there.unlike(here())
    if unlike:
        raise SimulationError(f"a worker of the cluster {unlike}: {ALIKE}")
    return task(*given, **named)


def _agree(address: str) -> None:
    """Asks whether a scheduler is there, and which Python it has, before a client waits for it."""

    import asyncio

    async def asked() -> tuple[dict[str, Any], dict[str, Any]]:
        from distributed.core import rpc

        async with rpc(address, timeout=ANSWERS) as scheduler:
            return await scheduler.identity(), await scheduler.versions()

    try:
        with ThreadPoolExecutor(1) as aside:  # as this thread may have a loop of its own
            is_, has = aside.submit(asyncio.run, asyncio.wait_for(asked(), ANSWERS)).result()
    except Exception as error:
        raise _silent(address, error) from error
    if is_.get("type") != "Scheduler":
        raise SimulationError(f"{address} is the address of a Dask {is_.get('type')}; use the scheduler's address")
    python = ".".join(str(has.get("host", {}).get("python", "")).split(".")[:2])
    if python != here().python:
        raise SimulationError(f"the scheduler at {address} runs Python {python}, this machine {here().python}: {ALIKE}")


def _silent(address: str, error: BaseException) -> SimulationError:
    why = f" ({visible(str(error))})" if str(error) else ""
    return SimulationError(
        f"no Dask scheduler answers at {visible(address)}{why}: start one with 'dask scheduler', and use the address "
        "that it prints after 'Scheduler at'"
    )


def _look(client: Any, address: str) -> None:
    """Looks at all workers that are there: a `SimulationError` if there is none, or one plays otherwise."""
    try:
        client.wait_for_workers(1, timeout=WORKERS)
    except Exception as error:
        raise SimulationError(
            f"the scheduler at {address} has no workers: start some with 'dask worker {address}' on any machine"
        ) from error
    for worker, found in client.run(here, on_error="return").items():
        unlike = here().unlike(found) if isinstance(found, Playing) else _lacks(found)
        if unlike:
            raise SimulationError(f"the worker {worker} {unlike}: {ALIKE}, and restart it")


def _lacks(found: object) -> str:
    """The reason why a worker cannot report its version."""
    return f"lacks this library or has an older version ({visible(str(found))})"
