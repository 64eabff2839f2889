"""The extension module in C, if it was built."""

from importlib import import_module
from typing import Any

from rulespec.language.errors import shortened

REMEDY = "To have it, install a C compiler and the headers of Python, and then this once more."


def _extension() -> tuple[Any, str]:
    """The module or None, and why it is missing."""
    try:
        return import_module("rulespec._native"), ""
    except ModuleNotFoundError:
        return None, "it was not built when this was installed"
    except ImportError as error:
        return None, str(error)


EXTENSION, MISSING = _extension()


def played_by() -> str:
    """What plays games here, and what is missing for them to be played faster."""
    if EXTENSION is not None:
        return "games are played by the native machine"
    return f"games are played in Python, many times slower than by the native machine: {MISSING}. {REMEDY}"


def playable_by(wanted: Any) -> Any:
    """An engine that there is, or None for the best; anything else is a `ValueError`."""
    if wanted not in (None, "native", "python"):
        raise ValueError(shortened(f"there is no engine {wanted!r}: engine='native' and engine='python' are there"))
    if wanted == "native" and EXTENSION is None:
        raise ValueError(f"the native engine is not there: {MISSING}; engine='python' plays the same games. {REMEDY}")
    return wanted
