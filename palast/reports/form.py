"""From a report to JSON: each class becomes an object, whose keys are called as its fields."""

import json
from argparse import _ActionsContainer
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, get_args, get_type_hints

import attrs


@attrs.frozen
class Key:
    """What a field is called in JSON, where that is no name of Python; in the annotation of the field."""

    name: str


@attrs.frozen
class Field:
    """A field of a report as it is in JSON: its key, its type, and in a sentence what it says."""

    name: str
    key: str
    type: Any
    about: str


@cache
def fields(class_: type) -> tuple[Field, ...]:
    """The fields of a report, whose annotations say what they are."""
    return tuple(_fields(class_))


def _fields(class_: type) -> Iterator[Field]:
    hints = get_type_hints(class_, include_extras=True)
    for each in attrs.fields(class_):
        type_, about, *more = get_args(hints[each.name])
        yield Field(each.name, more[0].name if more else each.name, type_, about)


def plain(report: Any) -> Any:
    """A report as plain data for JSON."""
    if attrs.has(type(report)):
        return {each.key: plain(getattr(report, each.name)) for each in fields(report.__class__)}
    if isinstance(report, Mapping):
        return {key: plain(value) for key, value in report.items()}
    if isinstance(report, list | tuple):
        return [plain(each) for each in report]
    return report


def printed(report: Any) -> None:
    """Prints a report, or several of them, as JSON."""
    print(json.dumps(plain(report), ensure_ascii=False, indent=2), flush=True)


def add_json(options: _ActionsContainer) -> None:
    """Adds the option to a parser, or to some options of one."""
    options.add_argument("--json", action="store_true", help="print all of it for programs (palast manual json)")
