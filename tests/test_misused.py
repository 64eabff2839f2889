"""The extension in bad company, and on a machine without memory: exceptions, and nothing worse."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.effort import tried
from tests.library import ROOT
from tests.misused import METHODS
from tests.starved import FAILING

pytestmark = pytest.mark.native


def _run(*arguments: str, **more: str) -> str:
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-m", *arguments],
        cwd=ROOT, env={**os.environ, **more}, capture_output=True, text=True, timeout=3600,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]  # a negative one is a crash
    return done.stdout


def test_each_method_of_the_extension_called_with_anything_gives_a_result_or_an_exception() -> None:
    rounds = tried(deep=200, quick=5)
    said = _run("tests.misused", "0", str(rounds))
    came = {
        (method, what): int(times) for times, method, what in re.findall(r"^(\d+) (\S+): (.+)$", said, re.MULTILINE)
    }
    refused = {method for method, what in came if what != "fine"}
    assert sum(came.values()) > 250 * rounds
    assert {method for method, _ in came} >= set(METHODS), said
    assert len({method for method, what in came if what == "fine"}) > 0.8 * len(METHODS), said
    assert len(refused) > 0.6 * len(METHODS), said
    assert "SystemError" not in said  # by which Python says that an extension is wrong


@pytest.mark.glibc
def test_whatever_finds_no_memory_ends_in_a_memory_error_and_can_be_asked_for_again(tmp_path: Path) -> None:
    source, library = tmp_path / "failing.c", tmp_path / "failing.so"
    source.write_text(FAILING, encoding="utf-8")
    subprocess.run(["cc", "-shared", "-fPIC", str(source), "-o", str(library)], check=True)
    said = _run("tests.starved", LD_PRELOAD=str(library), PYTHONMALLOC="malloc")
    came = {what: int(times) for times, what in re.findall(r"^(\d+) (.+)$", said, re.MULTILINE)}
    assert came["MemoryError"] > tried(deep=5000, quick=200), said
