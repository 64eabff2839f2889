"""The reference of the library: its modules, and a page for each that Sphinx fills from signatures and docstrings."""

import inspect
import re
from collections.abc import Iterator
from functools import cached_property
from importlib import import_module
from types import ModuleType

MODULES = (
    "palast",
    "rulespec",
    "rulespec.agents.play",
    "rulespec.agents",
    "rulespec.records",
    "rulespec.records.undo",
    "rulespec.game.scores",
    "rulespec.experiments.simulation",
    "rulespec.experiments.impact",
    "rulespec.experiments.suite",
    "rulespec.experiments.scenarios",
    "rulespec.experiments.laws",
    "rulespec.experiments.failures",
    "rulespec.experiments.hunt",
    "rulespec.experiments.leaks",
    "rulespec.experiments.mining",
    "rulespec.experiments.mutation",
    "rulespec.experiments.comparison",
    "rulespec.wording",
    "rulespec.editing.assistance",
    "palast.drafts",
    "palast.verdict",
    "palast.manual",
)
WITH_AN_EXTRA = (  # what it takes to import them is not what a manual should need
    "rulespec.batch",
    "rulespec.openspiel",
    "rulespec.pettingzoo",
    "rulespec.editing.pygments",
    "rulespec.testing",
    "palast.plots",
)
_WORKED_OUT = (property, cached_property)
_HOME = re.compile(r"\b(?:\w+\.)+(?=\w)")  # of a class
_INHERITED = "   :inherited-members: BaseException, object"


def reference() -> Iterator[tuple[str, str]]:
    """Each module and its page in reStructuredText; what two modules have is told on the first of their pages."""
    told: dict[tuple[str, int], str] = {}  # by name and object, as one number can be two constants
    for name in MODULES:
        module = import_module(name)
        here = {each: (each, id(getattr(module, each))) for each in _names(module)}
        anew = [each for each, key in here.items() if key not in told]
        also = {each: told[key] for each, key in here.items() if key in told}
        told |= {here[each]: f"{name}.{each}" for each in anew}
        yield name, "\n".join(_page(module, anew, also))


def is_told(value: object) -> bool:
    """Whether a member of a class has an entry of its own; a mere field stands in the first line of its class."""
    made_in_c = inspect.isgetsetdescriptor(value) and value.__doc__ is not None
    return made_in_c or inspect.isroutine(value) or inspect.isclass(value) or isinstance(value, _WORKED_OUT)


def _page(module: ModuleType, anew: list[str], also: dict[str, str]) -> Iterator[str]:
    name = module.__name__
    yield from (name, "=" * len(name), "", f".. py:module:: {name}", "", inspect.getdoc(module) or "", "")
    for each in anew:
        yield from (*_entry(name, each, getattr(module, each)), "")
    if also:
        yield from ("Documented elsewhere, and also importable from here:", "")
        yield from (f"* :py:obj:`{each} <{home}>`" for each, home in also.items())


def _names(module: ModuleType) -> list[str]:
    """What a module offers: what it lists, or else what it defines."""
    listed = getattr(module, "__all__", None)
    defined = (name for name, value in vars(module).items() if getattr(value, "__module__", "") == module.__name__)
    names = listed if listed is not None else [name for name in defined if not name.startswith("_")]
    return sorted(names, key=lambda name: (inspect.isfunction(getattr(module, name)), name.lower()))


def _entry(module: str, name: str, value: object) -> tuple[str, ...]:
    """The directive that Sphinx fills; a constant, or a name of a type, has no docstring of its own."""
    if inspect.isclass(value):
        kind = "autoexception" if issubclass(value, BaseException) else "autoclass"
        return (f".. {kind}:: {module}.{name}", "   :members:", "   :undoc-members:", _INHERITED)
    if inspect.isroutine(value):
        return (f".. autofunction:: {module}.{name}",)
    said = repr(value) if isinstance(value, str) else _HOME.sub("", repr(value))
    return (f".. py:data:: {name}", f"   :value: {said}")
