"""Untrusted JSON read into classes of the protocol, with limits on types, sizes and depth."""

import json
import re
from collections.abc import Iterable
from types import UnionType
from typing import Any, Literal, NoReturn, Union, get_args, get_origin, get_type_hints

import attrs

from palast.web.failing import PageError
from rulespec.language.suggest import did_you_mean

LONGEST = 4_000_000  # characters of a request
DEEPEST = 8  # levels of lists and objects; thousands would exhaust the stack
MOST = 10_000  # entries of a list or an object
SAFE = 2**53  # the largest exact integer of JavaScript

_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)  # or the rest, which avoids backtracking
_BRACKETS = re.compile(r"[\[\]{}]")
_EXPECTED = {str: "a text", int: "a whole number", bool: "true or false", float: "a number", type(None): "null"}


def parsed(text: str, longest: int = LONGEST) -> Any:
    """Parsed JSON; a `PageError` if it is invalid, too long or nested too deeply."""
    if len(text) > longest:
        raise PageError("request", f"the text is too long: {len(text):,} characters (limit {longest:,})")
    depth = 0
    for bracket in _BRACKETS.findall(_STRING.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        if depth > DEEPEST:
            raise PageError("request", f"the nesting is too deep (limit {DEEPEST} levels)")
    try:
        return json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:  # ValueError also for a number of thousands of digits
        raise PageError("request", f"not valid JSON: {str(error)[:200]}") from None


def made(kinds: Iterable[type], data: Any) -> Any:
    """An instance of the class whose `kind` the JSON object has; a `PageError` if it does not fit."""
    by_kind = {kind.kind: kind for kind in kinds}  # type: ignore[attr-defined]
    if not isinstance(data, dict):
        raise PageError("request", "a request must be an object", 'such as {"kind": "library"}')
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in by_kind:
        near = did_you_mean(kind, by_kind) if isinstance(kind, str) else f"available: {', '.join(by_kind)}"
        raise PageError("request", f"unknown kind of request: {_shown(kind)}", near)
    return of_class(by_kind[kind], {name: value for name, value in data.items() if name != "kind"}, kind)


def of_class(class_: type, data: Any, called: str) -> Any:
    """An instance of a class from a JSON object; a `PageError` if it does not fit."""
    if not isinstance(data, dict):
        raise PageError("request", f"{called} must be an object, not {_shown(data)}")
    hints, fields = get_type_hints(class_), {each.name: each for each in attrs.fields(class_)}
    for name in data:
        if name not in fields:
            raise PageError("request", f"'{called}' has an unknown field {_shown(name)}", did_you_mean(name, fields))
    for name, each in fields.items():
        if name not in data and each.default is attrs.NOTHING:
            raise PageError("request", f"'{called}' lacks the field '{name}'")
    given = {name: _of(hints[name], value, f"{called}.{name}") for name, value in data.items()}
    return class_(**given)


def _of(hint: Any, value: Any, called: str) -> Any:
    """A JSON value converted to a type."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        fitting = [part for part in parts if _fits(part, value)]
        return _of(fitting[0], value, called) if fitting else _wrong(hint, value, called)
    if not _fits(hint, value):
        _wrong(hint, value, called)
    if isinstance(value, list | dict) and len(value) > MOST:
        raise PageError("request", f"'{called}' has too many entries: {len(value):,} (limit {MOST:,})")
    if origin is list:
        return [_of(parts[0], each, called) for each in value]
    if origin is dict:
        return {_of(parts[0], name, called): _of(parts[1], each, called) for name, each in value.items()}
    if isinstance(value, str):
        _check_letters(value, called)
    if isinstance(value, int) and abs(value) > SAFE:
        raise PageError("request", f"the number '{called}' is too large")
    return value


def _fits(hint: Any, value: Any) -> bool:
    """Whether a value has the outer type of a hint; `True` is no number."""
    if get_origin(hint) is Literal:
        return isinstance(value, str) and value in get_args(hint)
    return type(value) is (get_origin(hint) or hint)


def _check_letters(text: str, called: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise PageError("request", f"'{called}' contains half a character") from None


def _wrong(hint: Any, value: Any, called: str) -> NoReturn:
    raise PageError("request", f"'{called}' must be {_expected(hint)}, not {_shown(value)}")


def _expected(hint: Any) -> str:
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return " or ".join(map(_expected, parts))
    if origin is Literal:
        return f"one of {', '.join(parts)}"
    if origin is list:
        return "a list"
    return "an object" if origin is dict else _EXPECTED[hint]


def _shown(value: Any) -> str:
    return "null" if value is None else repr(value)[:60]


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a number")
