"""Forks: whatever a thread of the parent was in the middle of, the child goes on with games of its own."""

import ast
import subprocess
import sys

import pytest

from tests.library import ROOT

# Where a lock or a thread is made: `FORKED` uses all of them but the last, which a worker process has.
MADE_IN = {
    "rulespec/adapters/batch/alone.py",
    "rulespec/engine/events/heard.py",
    "rulespec/knowledge/worlds.py",
    "rulespec/experiments/workers/processes.py",
}
MAKING = {"Lock", "RLock", "Semaphore", "Barrier", "Queue", "SimpleQueue", "Thread"}

FORKED = """
import os, signal, sys, threading
from random import Random
from rulespec.batch import Batch
from rulespec.engine.events.heard import heard_all
from palast import load

rules, dice = load("ksr"), Random(1)
batch = Batch(rules, players=4, count=30, seed=7, threads=3)
state = rules.begin(4, 0, dice.random)
for _ in range(20):
    state = state.advance(dice.choice(state.pending.options), dice.random)
view, heard = state.view(0), heard_all([(1, 2)])

def uses():
    batch.reset()
    batch.play_out()
    view.sample(Random(2))
    assert len(heard.extended([(3, 4)])) == 2

uses()
over = []
def goes_on(use):
    while not over:
        use()

def forked():
    child = os.fork()
    if not child:
        signal.alarm(20)
        try:
            uses()
            assert batch.over.all()
            batch.step(batch.random_actions())
        except BaseException as error:
            print(repr(error), file=sys.stderr)
            os._exit(2)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    uses()

forked()
parts = [batch.reset, lambda: view.sample(Random(3)), lambda: heard.extended([(5, 6)])]
for part in parts:
    over.clear()
    thread = threading.Thread(target=goes_on, args=(part,), daemon=True)
    thread.start()
    for _ in range(3):
        forked()
    over.append(True)
    thread.join()
print("forked")
"""

INTERRUPTED = """
import signal
from rulespec import IllegalAction
from rulespec.batch import Batch
from palast import load

batch = Batch(load("kuhn"), players=2, count=3000, seed=7, threads=2)
refused = []
def steps(number, frame):
    try:
        batch.step(batch.asked)
    except RuntimeError as error:
        refused.append(str(error))
    except IllegalAction:  # between two steps
        pass
signal.signal(signal.SIGALRM, steps)
signal.setitimer(signal.ITIMER_REAL, 0.0005, 0.0005)
while len(refused) < 5:
    batch.step(batch.random_actions())
signal.setitimer(signal.ITIMER_REAL, 0)
batch.step(batch.random_actions())
print(set(refused))
"""


@pytest.fixture(scope="module")
def lines() -> list[str]:
    """What both programs say, one after the other in one process."""
    command = [sys.executable, "-c", FORKED + INTERRUPTED]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=True)
    return run.stdout.splitlines()


def test_parent_and_child_go_on_after_a_fork_whatever_a_thread_was_doing(lines: list[str]) -> None:
    assert lines[0] == "forked"


def test_the_handler_of_a_signal_cannot_step_games_that_are_being_stepped_and_both_go_on(lines: list[str]) -> None:
    assert lines[1:] == ["{'another thread is already stepping these games'}"]


def test_each_lock_and_thread_is_one_that_is_tried_here() -> None:
    found = set[str]()
    for room in "rulespec", "palast":
        for path in (ROOT / room).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            for node in ast.walk(ast.parse(text)) if any(name in text for name in MAKING) else ():
                name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else None
                if name in MAKING:
                    found.add(path.relative_to(ROOT).as_posix())
    assert found == MADE_IN
