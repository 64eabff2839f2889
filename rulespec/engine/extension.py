"""The extension module in C, if it was built."""

from importlib import import_module
from typing import Any

from rulespec.language.errors import shortened

REMEDY = "To get it, install a C compiler and Python's headers, then reinstall this package."


def _extension() -> tuple[Any, str]:
    """The module or None, and why it is missing."""
    try:
        return import_module("rulespec._native"), ""
    except ModuleNotFoundError:
        return None, "it was not built during installation"
    except ImportError as error:
        return None, str(error)


EXTENSION, MISSING = _extension()


def played_by() -> str:
    """What plays games here, and what is missing for them to be played faster."""
    if EXTENSION is not None:
        return "games are played by the native engine"
    return f"games are played in Python, many times slower than with the native engine: {MISSING}. {REMEDY}"


def playable_by(wanted: Any) -> Any:
    """An engine that there is, or None for the best; anything else is a `ValueError`."""
    if wanted not in (None, "native", "python"):
        raise ValueError(shortened(f"engine must be 'native' or 'python', not {wanted!r}"))
    if wanted == "native" and EXTENSION is None:
        raise ValueError(f"no native engine: {MISSING}; engine='python' plays the same games. {REMEDY}")
    return wanted
