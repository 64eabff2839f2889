"""Simulations on a cluster of Dask: real processes, one of which is killed while it plays."""

import os
import signal
from functools import partial
from pathlib import Path

from distributed import Client, LocalCluster

from rulespec.agents.names import Maker
from rulespec.play import random_agent
from rulespec.simulations import simulate
from tests.library import ruleset
from tests.simulated import in_file

one_by_one = partial(random_agent, answered=0)  # plays what `random_agent` plays, by views and decisions


def test_nothing_is_lost_and_nothing_is_there_twice_where_a_worker_of_the_cluster_is_killed(tmp_path: Path) -> None:
    rules, games, seen = ruleset("maumau"), 240, list[int]()
    agents: list[Maker] = [random_agent, one_by_one, lambda seed: one_by_one(seed)]  # Dask sends even what has no name
    alone = simulate(rules, agents, games, 3, file=tmp_path / "alone")
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        workers = client.run(os.getpid)

        def progress(done: int, of: int) -> None:
            if done and not seen:
                queued = {worker: len(tasks) for worker, tasks in client.processing().items()}
                seen.append(queued[busiest := max(queued, key=lambda worker: queued[worker])])
                os.kill(workers[busiest], signal.SIGKILL)

        made = simulate(
            rules, agents, games, 3, client.get_executor(), file=tmp_path / "spread", chunk=4, progress=progress
        )
    assert seen and seen[0] > 0  # it had something to play
    assert made == alone
    assert in_file(tmp_path / "spread") == in_file(tmp_path / "alone")
