"""Many games of any ruleset stepped together, with arrays of numpy in and out, for programs that learn from them."""

try:
    import numpy  # noqa: F401 (told here, and not where it is used)
except ModuleNotFoundError as missing:
    message = "rulespec.batch needs numpy: install this distribution with its extra 'batch'"
    raise ImportError(message, name=missing.name) from missing

from rulespec.batch.batch import Batch

__all__ = ["Batch"]
