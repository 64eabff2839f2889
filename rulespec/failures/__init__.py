"""Failures as games: shortened, narrated and saved."""

from rulespec.failures.attempt import Attempt
from rulespec.failures.breaking import breach, shortest_breaking
from rulespec.failures.failure import Failure
from rulespec.failures.laying import SHOWN, decided, late, late_attempt
from rulespec.failures.shortest import EFFORT, shortest, shortest_attempt
from rulespec.failures.stopped import stopped

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
