"""The extension module in C, if it was built."""

from importlib import import_module
from typing import Any


def _extension() -> tuple[Any, str]:
    """The module or None, and why it is missing."""
    try:
        return import_module("rulespec._native"), ""
    except ModuleNotFoundError:
        return None, "it was not built when this was installed"
    except ImportError as error:
        return None, str(error)


EXTENSION, MISSING = _extension()
