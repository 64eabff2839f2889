"""What programs find in packages and classes: names imported on first use, and members without internals."""

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


class PublicClass(type):
    """The type of classes whose `dir` and `help` list the members for programs, without `_internal` ones."""

    _internal = ""  # members that the engine alone uses, with spaces

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> "PublicClass":
        return super().__new__(cls, name, bases, {"__dir__": _of_its_class, **body})

    def __dir__(cls) -> list[str]:
        fields = (each.name for each in getattr(cls, "__attrs_attrs__", ()))
        hidden = cls._internal.split()
        names = {*super().__dir__(), *fields}.difference(hidden)
        return sorted(name for name in names if not name.startswith("_") or name.startswith("__"))


def _of_its_class(thing: object) -> list[str]:
    return dir(type(thing))
