"""`palast simulate` that is interrupted, or loses a worker: what it says, what is kept, and that it goes on."""

import os
import re
import resource
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from palast.__main__ import main
from tests.palast.terminal import PATIENCE, terminal
from tests.simulated import in_file


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


def test_ctrl_c_says_how_far_it_came_and_the_command_that_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    with terminal(
        "simulate", "mau-mau", "--games", "1000000", "--seed", "3", "--jobs", "2", "--out", "my a.sim"
    ) as shown:
        shown.wait("0 of 1,000,000 games")
        shown.wait("500 of 1,000,000 games")
        assert "Traceback" not in shown.type("\x03", "to continue")  # to all processes of the terminal
        status = shown.end()
    lines = shown.screen.replace("\r\n", "\n").split("\n")
    assert status == 130
    assert "Traceback" not in shown.screen and lines[-1] == "" and len(lines) == 3
    said = re.fullmatch(
        r"palast: interrupted: the first ([\d,]+) of 1,000,000 games are in my a\.sim; "
        r"to continue: (.+)",
        lines[1],
    )
    assert said, lines
    kept, (palast, *again) = len(in_file(Path("my a.sim"))["games"]), shlex.split(said[2])
    assert int(said[1].replace(",", "")) == kept >= 500 and palast == "palast"
    more = str(kept + 100)
    assert main([more if each == "1000000" else each for each in again]) == 0
    out, _ = capsys.readouterr()
    assert out.startswith(f"{kept + 100:,} games of mau-mau with 2 players, seed 3\n")
    assert main(["simulate", "mau-mau", "--games", more, "--seed", "3", "--jobs", "1"]) == 0
    assert capsys.readouterr().out == out


def test_without_a_file_ctrl_c_says_that_nothing_is_kept() -> None:
    with terminal("simulate", "mau-mau", "--agents", "ismcts:10000", "--games", "5000", "--jobs", "2") as shown:
        shown.wait("0 of 5,000 games")
        shown.rest()  # workers are at it, and nobody waits for them
        shown.type("\x03", "not saved; with --out FILE they are")
        assert shown.end() == 130
    assert "Traceback" not in shown.screen


def test_a_worker_that_is_killed_is_replaced_and_nothing_is_lost(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["simulate", "mau-mau", "--games", "2500", "--out"]
    running = subprocess.Popen(
        [sys.executable, "-m", "palast", *given, "cut.sim", "--jobs", "2"], stdout=subprocess.PIPE, text=True
    )
    killed = list[int]()
    while not killed and running.poll() is None:
        for child in psutil.Process(running.pid).children():
            if not killed and child.cpu_times().user > 0.1:
                os.kill(child.pid, signal.SIGKILL)
                killed.append(child.pid)
        time.sleep(0.01)
    out, _ = running.communicate(timeout=PATIENCE)
    assert killed and running.returncode == 0
    assert main([*given, "whole.sim", "--jobs", "1"]) == 0
    assert out == capsys.readouterr().out
    assert in_file(Path("cut.sim")) == in_file(Path("whole.sim"))


def test_processes_end_with_a_command_that_is_killed() -> None:
    running = subprocess.Popen(
        [sys.executable, "-m", "palast", "simulate", "mau-mau", "--games", "10000000", "--jobs", "2"]
    )
    children = list[psutil.Process]()
    while len(children) < 2:
        children = psutil.Process(running.pid).children()
        time.sleep(0.01)
    time.sleep(0.3)
    running.kill()
    running.wait()
    assert psutil.wait_procs(children, timeout=PATIENCE)[1] == []


def test_a_full_disk_costs_nothing_that_was_kept(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["simulate", "mau-mau", "--games", "1000", "--jobs", "1", "--out"]
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (300 * 1024, limits[1]))
    try:
        status = main([*given, "cut.sim"])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    out, err = capsys.readouterr()
    assert (status, out) == (2, ""), err
    said = re.fullmatch(
        r"palast: cannot write cut\.sim \(.+\): it keeps the first (\d+) games; "
        r"repeat the call to continue\n",
        err,
    )
    assert said and 0 < int(said[1]) < 1000, err
    assert len(in_file(Path("cut.sim"))["games"]) == int(said[1])
    assert main([*given, "cut.sim"]) == main([*given, "whole.sim"]) == 0
    capsys.readouterr()
    assert in_file(Path("cut.sim")) == in_file(Path("whole.sim"))
