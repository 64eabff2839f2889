"""Public entry to `rulespec.adapters.batch`: many games stepped together, with numpy arrays."""

from rulespec.adapters.batch import Batch

__all__ = ["Batch"]
