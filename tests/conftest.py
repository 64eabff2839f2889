"""How hard Hypothesis tries (more in `tests/effort.py`), and what cannot be run without the extension."""

import gc
import os
import platform
import shutil
import signal
import sys

import pytest
from hypothesis import HealthCheck, Phase, settings

from rulespec.engine.extension import EXTENSION, MISSING
from tests.effort import DEEP

collect_ignore_glob = ["rules/bad/*", "rules/near/*", "rules/planted/*", "corpus/*"]  # tests tell of them

_SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example)
_UNSHRUNK = (Phase.explicit, Phase.reuse, Phase.generate)

settings.register_profile(
    "quick", max_examples=5, deadline=None, derandomize=True, phases=_UNSHRUNK, suppress_health_check=_SLOW
)
settings.register_profile("deep", max_examples=300, deadline=None, suppress_health_check=_SLOW)
settings.load_profile("deep" if DEEP else "quick")

gc.set_threshold(200_000, 50, 50)  # for speed: with so much in memory, looking for cycles took a tenth of the time

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # for speed: each process of a test would compile all modules anew
sys.dont_write_bytecode = False  # likewise: each worker would compile all tests, and make the parser's table anew
os.environ["LC_ALL"] = "C"  # what is told to people is in English, unless a test asks for another language
os.environ.pop("COLUMNS", None)  # readline, which pytest imports, sets it for the workers: lines would be folded there
signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever runs the tests may ignore it, as `nohup` and `&` do


_LACKING = {  # the marks of tests that cannot be run here, and why
    **({"native": f"the tests of the machine in C, which is not there: {MISSING}"} if EXTENSION is None else {}),
    **{
        shell: f"the test that presses TAB in {shell}, which is not there; what it asks is tested without it"
        for shell in ("bash", "zsh", "fish")
        if shutil.which(shell) is None
    },
    **({"glibc": "the tests that need the C library of GNU"} if platform.libc_ver()[0] != "glibc" else {}),
}


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "native: needs the machine in C, often to compare it with the interpreter")
    for shell in ("bash", "zsh", "fish"):
        config.addinivalue_line("markers", f"{shell}: runs this shell")
    config.addinivalue_line("markers", "glibc: replaces functions of the C library of GNU")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What cannot be run here is left out, and not counted as passed."""
    left_out = [item for item in items if not _LACKING.keys().isdisjoint(mark.name for mark in item.iter_markers())]
    items[:] = [item for item in items if item not in left_out]
    config.hook.pytest_deselected(items=left_out)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for why in _LACKING.values():
        terminalreporter.write_line(f"not run: {why}")


def pytest_collection_finish() -> None:
    """What is there before the first test stays to the end."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """What a file leaves behind stays, too; for speed: otherwise each collection takes seconds in the end."""
    if nextitem is None or nextitem.path != item.path:
        gc.freeze()
