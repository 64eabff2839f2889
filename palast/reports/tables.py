"""The tables of the manual's page on JSON: `python -m palast.reports.tables` writes them there."""

from collections.abc import Iterator, Mapping
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

import attrs

from palast.reports import (
    check,
    completion,
    diff,
    explain,
    fmt,
    game,
    impact,
    laws,
    lsp,
    manual,
    new,
    profile,
    rules,
    sheet,
    simulate,
    suite,
    web,
)
from palast.reports.form import fields
from palast.reports.problems import Problem, Refusal
from palast.rulesets import shipped

PRINTED: dict[str, Any] = {  # by each command
    "check": list[check.Checked],
    "completion": completion.Script,
    "diff": diff.Difference,
    "explain": explain.Explained,
    "fmt": list[fmt.Formatted],
    "impact": impact.Effect,
    "laws": laws.Mined,
    "lsp": lsp.Abilities,
    "manual": manual.Pages | manual.Page | manual.Site,
    "new": new.Begun | new.Undrafted,
    "play": game.Game,
    "profile": profile.Profile,
    "replay": game.Game | game.Under,
    "rules": list[rules.Listed],
    "sheet": sheet.Sheet,
    "simulate": simulate.Simulated,
    "test": suite.Suite,
    "web": web.Served,
}
BEGIN, END = "<!-- forms -->\n", "<!-- /forms -->\n"
_PLAIN = {str: "text", int: "integer", float: "number", bool: "boolean", type(None): "null"}


def tables() -> str:
    """All tables, under a heading for each command."""
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    told = dict[type, None]()
    yield from ("", "## Errors", "")
    yield from _section(Refusal | Problem, told)
    for command, printed in PRINTED.items():
        yield from (f"## palast {command}", "", f"It prints: {called(printed)}.", "")
        yield from _section(printed, told)


def _section(printed: Any, told: dict[type, None]) -> Iterator[str]:
    """The tables of the classes in a type that have not been told of."""
    for class_ in _classes(printed):
        if class_ in told:
            continue
        told[class_] = None
        yield f"**{class_.__name__}**: {(class_.__doc__ or '')[:1].lower()}{(class_.__doc__ or '')[1:]}"
        yield from ("", "| key | type | meaning |", "|---|---|---|")
        for each in fields(class_):
            yield f"| `{each.key}` | {called(each.type)} | {each.about} |"
        yield ""


def _classes(hint: Any) -> Iterator[type]:
    """The classes in a type, each before those of its fields."""
    if attrs.has(hint):
        yield hint
        for each in fields(hint):
            yield from _classes(each.type)
    for part in get_args(hint) if get_origin(hint) is not Literal else ():
        yield from _classes(part)


def called(hint: Any) -> str:
    """What a type is called on the page."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return " or ".join(map(called, parts))
    if origin is Literal:
        return " or ".join(f"`{part}`" for part in parts)
    if origin is list:
        return f"list of {called(parts[0])}"
    if origin in (dict, Mapping):
        return f"object of {called(parts[1])}"
    return _PLAIN.get(hint) or f"**{hint.__name__}**"


if __name__ == "__main__":
    page = shipped("docs") / "json.md"
    before, _, rest = page.read_text("utf-8").partition(BEGIN)
    page.write_text(f"{before}{BEGIN}{tables()}{END}{rest.partition(END)[2]}", "utf-8")
