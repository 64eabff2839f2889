"""How hard Hypothesis tries (more in `tests/effort.py`), and what cannot be run without the extension."""

import gc
import os

import pytest
from hypothesis import HealthCheck, Phase, settings

from rulespec.extension import EXTENSION, MISSING
from tests.effort import DEEP

collect_ignore_glob = ["rules/bad/*"]  # a test tells of them

_SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example)
_UNSHRUNK = (Phase.explicit, Phase.reuse, Phase.generate)

settings.register_profile(
    "quick", max_examples=5, deadline=None, derandomize=True, phases=_UNSHRUNK, suppress_health_check=_SLOW
)
settings.register_profile("deep", max_examples=300, deadline=None, suppress_health_check=_SLOW)
settings.load_profile("deep" if DEEP else "quick")

gc.set_threshold(200_000, 10, 10)  # for speed: with so much in memory, looking for cycles took a tenth of the time

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # for speed: each process of a test would compile all modules anew
os.environ.pop("COLUMNS", None)  # readline, which pytest imports, sets it for the workers: lines would be folded there


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "native: needs the machine in C, often to compare it with the interpreter")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without the machine in C there is nothing to compare: such tests are left out, and not counted as passed."""
    if EXTENSION is None:
        left_out = [item for item in items if item.get_closest_marker("native")]
        items[:] = [item for item in items if item not in left_out]
        config.hook.pytest_deselected(items=left_out)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if EXTENSION is None:
        terminalreporter.write_line(f"not run: the tests of the machine in C, which is not there: {MISSING}")


def pytest_collection_finish() -> None:
    """What is there before the first test stays to the end: no collection has to look at it again."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """What is there after the last test is looked at once more, and not each time that pytest collects, and Python."""
    gc.collect()
    gc.freeze()
