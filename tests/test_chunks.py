"""Chunks that workers do: all of them in order, however workers die; what cannot go on, or cannot be sent, is said."""

import os
import pickle
import signal
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from threading import Lock
from typing import Any

import pytest

from rulespec.agents.names import Maker
from rulespec.agents.play import random_agent
from rulespec.experiments.simulation import simulate
from rulespec.experiments.workers.processes import Workers
from rulespec.experiments.workers.queue import WorkersLost, in_order
from rulespec.language.errors import SimulationError
from tests.library import ruleset


def dying(number: int, folder: Path) -> int:
    """The number; the worker dies if there is a file of that name, which it takes away, or of that name and more."""
    if (folder / f"{number} always").exists() or _taken(folder / str(number)):
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def half_sent(number: int, folder: Path) -> int:
    """The same, but it dies in sending the number."""
    if _taken(folder / str(number)):
        Connection._send_bytes = _half  # type: ignore[attr-defined]
    return number


def _half(connection: Connection, message: bytes) -> None:
    os.write(connection.fileno(), len(message).to_bytes(4, "big") + message[:1])
    os.kill(os.getpid(), signal.SIGKILL)


def _taken(file: Path) -> bool:
    """Whether it was there, for whoever asks first."""
    try:
        file.unlink()
    except FileNotFoundError:
        return False
    return True


def test_each_chunk_is_done_once_and_in_order_however_workers_die(tmp_path: Path) -> None:
    deaths = Random(7).sample(range(300), 4)
    for number in deaths:
        (tmp_path / str(number)).touch()
    with Workers(2) as workers:
        assert [*in_order(workers, dying, ((number, tmp_path) for number in range(300)))] == [*range(300)]
    assert not [*tmp_path.iterdir()]  # all of them have died


@pytest.mark.parametrize("made", [ProcessPoolExecutor, Workers])
def test_what_a_worker_has_half_sent_when_it_dies_holds_nobody_up(made: Any, tmp_path: Path) -> None:
    (tmp_path / "5").touch()
    chunks, found = [(number, tmp_path) for number in range(20)], list[int]()
    with made(2) as workers:
        if made is Workers:
            found += in_order(workers, half_sent, chunks)
        else:
            with pytest.raises(WorkersLost, match="a worker of the executor has died"):
                found += in_order(workers, half_sent, chunks)
    assert found == ([*range(20)] if made is Workers else [*range(5)][: len(found)])
    assert not [*tmp_path.iterdir()]


def test_a_chunk_over_which_workers_always_die_is_given_up(tmp_path: Path) -> None:
    (tmp_path / "9 always").touch()
    found = list[int]()
    with Workers(2) as workers, pytest.raises(WorkersLost, match="workers have died 3 times on the same work"):
        found.extend(in_order(workers, dying, ((number, tmp_path) for number in range(50))))
    assert found and found == [*range(len(found))] and len(found) <= 9


class Forgetful(Executor):
    """Does things at once, and has every third cancelled, as a cluster does whose worker has gone."""

    def __init__(self) -> None:
        self.asked = 0

    def submit(self, task: Any, /, *given: Any, **named: Any) -> Future[Any]:
        self.asked += 1
        future = Future[Any]()
        if self.asked % 3:
            future.set_result(task(*given, **named))
        else:
            future.cancel()
            future.set_running_or_notify_cancel()
        return future


def test_what_an_executor_that_lives_on_has_cancelled_is_given_to_it_again(tmp_path: Path) -> None:
    executor = Forgetful()
    assert [*in_order(executor, dying, ((number, tmp_path) for number in range(200)))] == [*range(200)]
    assert executor.asked > 250


def test_an_executor_that_was_shut_down_is_told_with_what_is_kept(tmp_path: Path) -> None:
    threads = ThreadPoolExecutor(1)

    def progress(done: int, of: int) -> None:
        if done == 80:
            threads.shutdown()

    with pytest.raises(
        SimulationError, match=r"no longer accepts work \(cannot .*\); the first 8\d games are in .*; repeat"
    ):
        simulate(
            ruleset("mau-mau"), "random", 200, executor=threads, players=2, file=tmp_path / "f", chunk=1,
            progress=progress,
        )  # fmt: skip


def test_agents_that_cannot_be_sent_are_named_before_anything_is_played(tmp_path: Path) -> None:
    rules, lock = ruleset("ksr"), Lock()
    anonymous: Maker = lambda seed: random_agent(seed)  # noqa: E731

    def local(seed: int, guard: Lock = lock) -> Any:
        return random_agent(seed)

    alone = simulate(rules, [random_agent, anonymous, local], 12)
    with ThreadPoolExecutor(2) as threads:
        assert simulate(rules, [random_agent, anonymous, local], 12, executor=threads) == alone
    seen = list[int]()
    with ProcessPoolExecutor(2) as processes:
        cases: list[tuple[list[Maker], str]] = [
            ([random_agent, anonymous, local], "the agent of gelb, .*<lambda>, "),
            ([random_agent, random_agent, local], "the agent of grün, .*<locals>.local, "),
            ([partial(local, guard=lock), random_agent, random_agent], "the agent of rot, .*, "),
        ]
        for makers, said in cases:
            with pytest.raises(
                SimulationError, match=f"^cannot send {said}to .*: define it with a module-level function"
            ):
                simulate(
                    rules, makers, 12, executor=processes, file=tmp_path / "f",
                    progress=lambda done, of: seen.append(done),
                )  # fmt: skip
            (tmp_path / "f").unlink()
        assert pickle.dumps(simulate(rules, [random_agent] * 3, 12, executor=processes))  # the pool is as it was
    assert seen == [0, 0, 0]
