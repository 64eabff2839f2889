"""From the report of an experiment to JSON and to rows.

A form is a frozen class whose annotated fields say what is printed of a report: each has the value of the report's
field, or of the place that `From` names. In JSON it is an object; several of one form are rows under a header.
"""

import csv
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

import attrs

T = TypeVar("T")


class From:
    """The place of a field in a report, where it is not its name: names with dots, or a function of the report."""

    def __init__(self, place: str | Callable[[Any], Any]) -> None:
        self.of = attrgetter(place) if isinstance(place, str) else place


@attrs.frozen
class Field:
    """A field of a form: its name, its key in JSON, its type, what it says, and its value in a report."""

    name: str
    key: str
    type: Any
    about: str
    of: Callable[[Any], Any]


@cache
def fields(class_: type) -> tuple[Field, ...]:
    """The fields of a form, whose annotations say what they are."""
    return tuple(_fields(class_))


def _fields(class_: Any) -> Iterator[Field]:
    hints = get_type_hints(class_, include_extras=True)
    for each in attrs.fields(class_):
        type_, about, *more = get_args(hints[each.name])
        places = [one.of for one in more if isinstance(one, From)] or [attrgetter(each.name)]
        keys = [one.name for one in more if isinstance(one, Key)] or [each.name]
        yield Field(each.name, keys[0], type_, about, places[0])


@attrs.frozen
class Key:
    """What a field is called in JSON, where that is no name of Python; in the annotation of the field."""

    name: str


def made(form: type[T], report: Any) -> T:
    """A report in some form."""
    class_: Any = form
    return form(**{each.name: _as(each.type, each.of(report)) for each in fields(class_)})


def _as(hint: Any, value: Any) -> Any:
    """A value of a report as the annotation of a field wants it."""
    if value is None:
        return None
    if hint is str:
        return str(value)
    if attrs.has(hint):
        return value if isinstance(value, hint) else made(hint, value)
    origin, parts = get_origin(hint), [part for part in get_args(hint) if part is not NoneType]
    if origin is list:
        return [_as(parts[0], each) for each in value]
    if origin is Mapping:
        return {key: _as(parts[1], each) for key, each in value.items()}
    return _as(parts[0], value) if origin in (Union, UnionType) else value


def plain(report: Any) -> Any:
    """A report in its form as plain data for JSON."""
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


def listed(form: type, reports: Iterable[Any]) -> None:
    """Prints reports of one form as rows of CSV, under a header."""
    columns = fields(form)
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow([each.key for each in columns])
    out.writerows([getattr(report, each.name) for each in columns] for report in reports)
