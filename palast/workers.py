"""The workers of a command: by default a process for each processor; or those of a cluster."""

import logging
import os
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from rulespec.experiments.workers.dask import cluster
from rulespec.experiments.workers.processes import Workers

MOST = 61  # processes that a pool of Windows can have


@contextmanager
def workers(number: int | None, most: int = MOST, address: str | None = None) -> Iterator[Executor | None]:
    """A pool of processes: `number`, by default one per processor up to `most`. None if one is enough: this one.

    With an `address` it is the cluster there; a `SimulationError` says what it lacks.
    """
    if address is not None:
        if number is not None:
            raise ValueError("--jobs and --dask exclude each other; leave out one")
        with silent(), cluster(address) as made:
            yield made
        return
    if number is not None and not 1 <= number <= MOST:
        raise ValueError(f"--jobs must be from 1 to {MOST}, not {number}; leave it out to use all processors")
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
