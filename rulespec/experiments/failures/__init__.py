"""Failures as games: shortened, narrated and saved."""

from rulespec.experiments.failures.attempt import Attempt
from rulespec.experiments.failures.breach import breach, shortest_breaking
from rulespec.experiments.failures.failure import Failure
from rulespec.experiments.failures.late_start import SHOWN, decided, late, late_attempt
from rulespec.experiments.failures.shortest import EFFORT, shortest, shortest_attempt
from rulespec.experiments.failures.step_limit import stopped

__all__ = [
    "EFFORT",
    "SHOWN",
    "Attempt",
    "Failure",
    "breach",
    "decided",
    "late",
    "late_attempt",
    "shortest",
    "shortest_attempt",
    "shortest_breaking",
    "stopped",
]
