"""How wide lines are, and how hard Hypothesis tries; `tests/effort.py` says how much else is tried."""

import gc
import os

import pytest
from hypothesis import HealthCheck, Phase, settings

from rulespec.native.engine import EXTENSION
from tests.effort import DEEP

collect_ignore_glob = ["rules/bad/*", *(["test_damaged.py"] if EXTENSION is None else [])]  # a test tells of the former

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


def pytest_collection_finish() -> None:
    """What is there before the first test stays to the end: no collection has to look at it again."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """What is there after the last test is looked at once more, and not each time that pytest collects, and Python."""
    gc.collect()
    gc.freeze()
