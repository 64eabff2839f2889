"""Names of a package that come from its modules when somebody first asks for them, not when the package is imported."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def on_demand(
    there: dict[str, Any], names: Mapping[str, str]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """The `__getattr__` and the `__dir__` of a package with these contents: `names` of each module, with spaces.

    No name may be that of a module of the package: once that was imported, it would stand for the module.
    """
    homes = {name: module for module, several in names.items() for name in several.split()}

    def wanted(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {there['__name__']!r} has no attribute {name!r}")
        there[name] = getattr(import_module(homes[name]), name)  # kept: who asks again does not come here
        return there[name]

    def listed() -> list[str]:
        return sorted({*there, *homes})

    return wanted, listed
