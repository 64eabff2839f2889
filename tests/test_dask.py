"""What a cluster of Dask does is what one process does: real processes, one of which is killed on the way."""

import os
import pickle
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from distributed import LocalCluster

import rulespec
from palast.commandline import main
from rulespec.agents.names import Maker
from rulespec.agents.play import Agent, random_agent
from rulespec.experiments.hunt import exploration, hunt
from rulespec.experiments.hunt.distribution import HuntPart
from rulespec.experiments.hunt.exploration import STRETCH, stretches
from rulespec.experiments.hunt.walk import HuntTable
from rulespec.experiments.population import game_seed
from rulespec.experiments.simulation import cluster as cluster_at
from rulespec.experiments.simulation import simulate
from rulespec.experiments.simulation.file import games_in
from rulespec.experiments.workers import dask
from rulespec.experiments.workers.dask import alike
from rulespec.experiments.workers.version import here
from rulespec.language.errors import SimulationError
from tests.clusters import Pickling, interrupts, kills_one, meanwhile, two_workers
from tests.effort import DEEP, tried
from tests.library import GOOD, ruleset
from tests.simulated import in_file

PLANTED = "layer planted\nalways modest: no player where own stake is at least 13\n"
SIGNS = (GOOD / "scissors.rules").read_text("utf-8") + "\nalways slow: no player where own points is at least 3\n"
SIMULATE = ["simulate", "leduc", "--games", tried(40_000, 3_000), "--out", "FILE"]
IMPACT = ["impact", "leduc", "kuhn", "--games", tried(20_000, 4_000), "--precision", "0.001"]
CHECK = ["check", "PLANTED", "--decisions", tried(200_000, 700), "--save", "FOLDER"]
MUTANTS = ["check", "SIGNS", "--mutants", "--games", tried(120, 8)]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with two_workers() as made:
        yield made


@pytest.fixture
def told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """What a command tells, with its status; the names of files in it are those of a test."""
    for name, text in (("planted", PLANTED), ("scissors", SIGNS)):
        (tmp_path / f"{name}.rules").write_text(text, "utf-8")
    signs, planted = tmp_path / "scissors.rules", f"leduc+{tmp_path / 'planted.rules'}"
    places = {"FOLDER": tmp_path / "kept", "PLANTED": planted, "SIGNS": signs}

    def run(words: list[Any], file: Path, *more: str) -> tuple[int, str, str]:
        status = main([*(str({**places, "FILE": file}.get(word, word)) for word in words), *more])
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


@pytest.mark.parametrize(
    ("words", "after", "status"),
    [(SIMULATE, 2, 0), (IMPACT, 2, 0), (CHECK, 1, 1), (MUTANTS, 2, 1)],
    ids=["simulate", "impact", "check", "mutants"],
)
def test_a_cluster_tells_what_one_process_tells_though_a_worker_is_killed(
    words: list[Any], after: int, status: int, cluster: Any, told: Any, tmp_path: Path
) -> None:
    alone = told(words, tmp_path / "alone")
    with meanwhile(cluster, after, partial(kills_one, cluster)):
        spread = told(words, tmp_path / "spread", "--dask", cluster.scheduler_address)
    assert spread == alone
    assert alone[0] == status and len(alone[1].splitlines()) > 5
    if words is SIMULATE:
        assert in_file(tmp_path / "spread") == in_file(tmp_path / "alone")


def test_an_interrupt_ends_with_what_was_found_so_far(cluster: Any, told: Any, tmp_path: Path) -> None:
    at, file = cluster.scheduler_address, tmp_path / "interrupted"
    with meanwhile(cluster, 2, lambda: games_in(file) > 0 and interrupts()):
        status, _, said = told([*SIMULATE[:2], "--games", "1000000", *SIMULATE[4:]], file, "--dask", at)
    kept = games_in(file)
    assert status == 130 and 0 < kept < 100_000
    assert f"the first {kept:,} of 1,000,000 games" in said and f"--dask {at}" in said
    with meanwhile(cluster, 2, interrupts):
        status, said, _ = told(MUTANTS, file, "--dask", at)
    assert status in (1, 3) and "interrupted with" in said


def test_what_cannot_be_asked_is_told_with_a_remedy(
    cluster: Any, told: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = next(iter(cluster.scheduler.workers))
    with LocalCluster(n_workers=0, processes=False, dashboard_address=":0") as empty:
        for address, waits, expected in (
            ("tcp://127.0.0.1:1", "ANSWERS", "no Dask scheduler answers at tcp://127.0.0.1:1"),
            ("nowhere", "ANSWERS", "start one with 'dask scheduler'"),
            (worker, "", "is the address of a Dask Worker; use the scheduler's address"),
            (empty.scheduler_address, "WORKERS", f"with 'dask worker {empty.scheduler_address}'"),
        ):
            with monkeypatch.context() as sooner:
                if waits:  # for what never comes
                    sooner.setattr(dask, waits, 0.5)
                for words in (SIMULATE, IMPACT, CHECK, MUTANTS) if address == worker or DEEP else (SIMULATE,):
                    status, out, said = told(words, tmp_path / "none", "--dask", address)
                    assert (status, out) == (2, "") and expected in said
    status, _, said = told(SIMULATE, tmp_path / "none", "--dask", worker, "--jobs", "2")
    assert status == 2 and "--jobs and --dask exclude each other; leave out one" in said
    monkeypatch.setitem(sys.modules, "distributed", None)
    status, _, said = told(IMPACT, tmp_path / "none", "--dask", worker)
    assert status == 2 and "pip install distributed, or install this distribution with the extra 'dask'" in said


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        (evolve(here(), python="3.9"), "runs Python"),
        (evolve(here(), files="0"), "has another version of this library"),
        (evolve(here(), native=not here().native), "the native engine"),
    ],
)
def test_a_worker_that_plays_otherwise_refuses_what_is_sent(other: Any, expected: str) -> None:
    assert alike(here(), sum, [1, 2]) == 3
    with pytest.raises(SimulationError, match=f"a worker of the cluster .*{expected}.*: install the same"):
        alike(other, sum, [1, 2])


def test_a_worker_of_another_version_is_named(tmp_path: Path) -> None:
    for package in ("rulespec", "palast"):
        kept = shutil.ignore_patterns("__pycache__")  # other tests write there
        shutil.copytree(Path(rulespec.__file__).parents[1] / package, tmp_path / package, ignore=kept)
    (tmp_path / "rulespec" / "language" / "errors.py").open("a").write("\n# another version\n")
    with LocalCluster(n_workers=0, protocol="tcp://", dashboard_address=":0") as empty:
        command = [sys.executable, "-m", "distributed.cli.dask_worker", empty.scheduler_address, "--no-nanny"]
        environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
        with subprocess.Popen(command, cwd=tmp_path, env=environment, stderr=subprocess.DEVNULL) as worker:
            try:
                empty.get_client().wait_for_workers(1, timeout=300)
                with (
                    pytest.raises(SimulationError, match=r"the worker tcp://.* has another version of this library"),
                    cluster_at(empty.scheduler_address),
                ):
                    pass
            finally:
                worker.kill()


def test_agents_of_any_function_are_sent_and_die_with_their_worker(cluster: Any, tmp_path: Path) -> None:
    rules, games, mortal = ruleset("mau-mau"), 40, tmp_path / "mortal"
    fatal = (game_seed(3, 20) << 8) + 2  # of the second seat in the game in the middle of a chunk

    def dying(seed: int) -> Agent:  # Dask sends even what has no name in a module
        if seed == fatal and mortal.exists():
            mortal.unlink()
            os.kill(os.getpid(), signal.SIGKILL)
        return random_agent(seed)

    agents: list[Maker] = [random_agent, dying, random_agent]
    alone = simulate(rules, agents, games, 3, file=tmp_path / "alone")
    mortal.touch()
    with cluster_at(cluster.scheduler_address) as executor:
        made = simulate(rules, agents, games, 3, executor, file=tmp_path / "spread", chunk=4)
    assert not mortal.exists()  # a worker has died
    assert made == alone
    assert in_file(tmp_path / "spread") == in_file(tmp_path / "alone")


@pytest.mark.parametrize("name", ["ksr+kanzler", "mau-mau"])
def test_what_is_sent_is_small(name: str) -> None:
    """The texts of the rules, packed, and some numbers; answers and numbers come back."""
    part = HuntPart.of(HuntTable(ruleset(name), 3))
    found = part.stretch(0, 0, tried(STRETCH, 20_000), None)
    assert len(pickle.dumps((part.stretch, 0, 0, STRETCH, None))) < 20_000
    assert len(pickle.dumps(found)) < 100_000


@pytest.mark.parametrize("name", ["leduc", *(["mau-mau", "ksr"] if DEEP else [])])
def test_stretches_that_are_sent_are_those_of_one_process(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exploration, "STRETCH", tried(20_000, 400))
    rules, decisions = ruleset(name), tried(100_000, 1_000)
    alone, spread = hunt(rules, decisions=decisions), hunt(rules, decisions=decisions, executor=Pickling())
    assert str(spread) == str(alone) and spread == alone
    assert [each.state for each in spread.findings] == [each.state for each in alone.findings]
    assert len(stretches(decisions)) > 2
