"""Simulations on a cluster of Dask: real processes, one of which is killed while it plays."""

import os
import signal
from pathlib import Path

from distributed import Client, LocalCluster

from rulespec.agents.names import Maker
from rulespec.play import Agent, random_agent
from rulespec.simulations import simulate
from rulespec.simulations.playing import game_seed
from tests.library import ruleset
from tests.simulated import in_file


def test_nothing_is_lost_and_nothing_is_there_twice_where_a_worker_of_the_cluster_is_killed(tmp_path: Path) -> None:
    rules, games, mortal = ruleset("mau-mau"), 120, tmp_path / "mortal"
    fatal = (game_seed(3, 50) << 8) + 2  # of the second seat in the game in the middle of a chunk

    def dying(seed: int) -> Agent:  # Dask sends even what has no name in a module
        if seed == fatal and mortal.exists():
            mortal.unlink()
            os.kill(os.getpid(), signal.SIGKILL)
        return random_agent(seed)

    agents: list[Maker] = [random_agent, dying, random_agent]
    alone = simulate(rules, agents, games, 3, file=tmp_path / "alone")
    mortal.touch()
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster,
        Client(cluster) as client,
    ):
        made = simulate(rules, agents, games, 3, client.get_executor(), file=tmp_path / "spread", chunk=4)
    assert not mortal.exists()  # a worker has died
    assert made == alone
    assert in_file(tmp_path / "spread") == in_file(tmp_path / "alone")
