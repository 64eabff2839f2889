"""The extension module where it was built: a machine in C that plays plans, and what is there for speed beside it."""

from importlib import import_module
from typing import Any


def _extension() -> tuple[Any, str]:
    """The extension module, or why there is none."""
    try:
        return import_module("rulespec._native"), ""
    except ModuleNotFoundError:
        return None, "it was not built when this was installed"
    except ImportError as error:
        return None, str(error)


EXTENSION, MISSING = _extension()
