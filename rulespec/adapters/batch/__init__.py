"""Vectorised environments: many games of a ruleset stepped together, with numpy arrays in and out."""

try:
    import numpy  # noqa: F401 (to report its absence here)
except ModuleNotFoundError as missing:
    message = "rulespec.adapters.batch needs numpy; install this distribution with the extra 'batch'"
    raise ImportError(message, name=missing.name) from missing

from rulespec.adapters.batch.batch import Batch

__all__ = ["Batch"]
