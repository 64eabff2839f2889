"""The protocol as TypeScript types: `python -m palast.web.typescript > web/src/protocol.ts`."""

import sys
import types
from collections.abc import Iterator
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import attrs

from palast.web import protocol
from palast.web.protocol import ANSWERED, Failed, Reply, Request

_NAMED = {hint: name for name, hint in vars(protocol).items() if get_origin(hint) is Literal}
_PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}


def typescript() -> str:
    """The whole file."""
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    yield "// The requests of the page, and the answers of a session."
    yield "// Written by: python -m palast.web.typescript > web/src/protocol.ts"
    yield ""
    for hint, name in _NAMED.items():
        yield f"export type {name} = {_listed(hint)};"
        yield ""
    for class_ in _classes((*get_args(Request), *get_args(Reply), Failed)):
        yield from _interface(class_)
        yield ""
    yield "/** The answer to each request. */"
    yield "export interface Answers {"
    for request, reply in ANSWERED.items():
        yield f"  {request.kind}: {reply.__name__};"
    yield "}"
    yield ""
    yield f"export type Request = {' | '.join(each.__name__ for each in ANSWERED)};"
    yield ""
    yield "export type Reply<A> = { answer: A; error?: undefined } | { answer?: undefined; error: Failed };"
    yield ""


def _classes(wanted: tuple[type, ...]) -> list[type]:
    """These classes and those of their fields, in topological order."""
    found: dict[type, None] = {}
    for class_ in wanted:
        for hint in _fields(class_).values():
            found |= dict.fromkeys(_classes(tuple(_inner(hint))))
        found[class_] = None
    return list(found)


def _inner(hint: Any) -> Iterator[type]:
    if attrs.has(hint):
        yield hint
    for part in get_args(hint) if get_origin(hint) is not Literal else ():
        yield from _inner(part)


def _fields(class_: type) -> dict[str, Any]:
    hints = get_type_hints(class_)
    return {each.name: hints[each.name] for each in attrs.fields(class_)}


def _interface(class_: type) -> Iterator[str]:
    said = " ".join((class_.__doc__ or "").split())
    yield f"/** {said} */"
    yield f"export interface {class_.__name__} {{"
    if class_ in ANSWERED:
        yield f'  kind: "{class_.kind}";'
    for each in attrs.fields(class_):
        optional = "?" if class_ in ANSWERED and each.default is not attrs.NOTHING else ""
        yield f"  {each.name}{optional}: {_type(_fields(class_)[each.name])};"
    yield "}"


def _type(hint: Any) -> str:
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return " | ".join(map(_type, parts))
    if origin is Literal:
        return _NAMED.get(hint) or _listed(hint)
    if origin in (list, tuple):
        inner = _type(parts[0])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<{_type(parts[0])}, {_type(parts[1])}>"
    return _PLAIN.get(hint) or str(hint.__name__)


def _listed(hint: Any) -> str:
    return " | ".join(f'"{part}"' for part in get_args(hint))


if __name__ == "__main__":
    sys.stdout.write(typescript())
