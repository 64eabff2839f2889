"""`palast rules`: the rulesets and layers."""

from argparse import Namespace
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from palast.commands.command import Command
from palast.layering import header, laid_on_each, lay, unread
from palast.options import JSON, option
from palast.reports.form import printed
from palast.reports.rules import Listed, Source
from palast.rulesets import CARDS, EXAMPLES, examples, found, layers, load, own_layers, rulesets
from rulespec import Ruleset
from rulespec.language.errors import visible
from rulespec.language.files import SUFFIX
from rulespec.language.tree import declarations as d
from rulespec.language.tree.declarations import Header


def _run(arguments: Namespace) -> int:
    listed = [*_everything()] if arguments.rules is None else [_one(arguments.rules)]
    if arguments.json:
        printed(listed)
        return 0
    for line in _shelves(listed) if arguments.rules is None else _told(listed[0]):
        print(visible(line))
    return 0


def _everything() -> Iterator[Listed]:
    goes_on = {layer: _bases(layer) for layer in layers()}
    for name in rulesets():
        fitting = [layer for layer, bases in goes_on.items() if name in bases]
        yield _ruleset(name, load(name), CARDS / f"{name}{SUFFIX}", fitting)
    for layer, bases in goes_on.items():
        path = CARDS / f"{layer}{SUFFIX}"
        yield _named(layer, path, header(path), goes_on=bases)
    for shelf, files in examples().items():
        for path in files:
            own = [layer.stem for layer in own_layers(path)]
            yield _named(path.stem, path, header(path), shelf=shelf, layers=own)


def _one(said: str) -> Listed:
    path = found(said)
    first = header(path) if path else None
    if path is not None and first is not None and first.kind == "layer" and not first.extends:
        return _named(first.name, path, first, readable=not unread(path), goes_on=_bases(path))
    rules = load(said)
    own = [layer.stem for layer in own_layers(path)] if path else []
    fitting = own + [layer for layer in layers() if isinstance(lay(said, layer), Ruleset)]
    return _ruleset(rules.name, rules, path, fitting)


def _ruleset(name: str, rules: Ruleset, path: Path | None, fitting: list[str]) -> Listed:
    return Listed(
        name,
        rules.title,
        "ruleset",
        path=None if path is None else str(path),
        players=[*rules.players],
        beneath=[layer.name for layer in rules.composed.layers[:-1]],
        sources=[Source(each.name, each.title, each.lines) for each in rules.composed.of(d.SourceText)],
        layers=fitting,
    )


def _named(name: str, path: Path, first: Header | None, **more: Any) -> Listed:
    """What the header of a file says of it, and more."""
    title, kind = (first.title or "", first.kind) if first is not None else ("", "")
    return Listed(name, title, kind, path=str(path), **more)


def _shelves(listed: list[Listed]) -> Iterator[str]:
    """All that there is, by where it is listed."""
    goes_on = {each.name: each.goes_on for each in listed if each.kind == "layer" and not each.shelf}
    titles = {
        "ruleset": "rulesets",
        "layer": f"layers, added to a ruleset with +, as in {_example(goes_on)}",
    }
    for title, some in groupby(listed, lambda each: f"examples: {each.shelf}" if each.shelf else titles[each.kind]):
        yield title
        for each in some:
            yield from _told(each)
        yield ""
    yield f"For the rulesets that an example fits: palast rules NAME. The files are in {EXAMPLES}"


def _told(listed: Listed) -> Iterator[str]:
    yield f"  {listed.name:<14} {listed.title}".rstrip()
    if listed.players:
        least, most = listed.players[0], listed.players[-1]
        yield f"{'':<17}{least if least == most else f'{least} to {most}'} players"
    if listed.beneath:
        yield f"{'':<17}on top of {', '.join(listed.beneath)}"
    for source in listed.sources:
        yield f'{"":<17}source {source.name}: "{source.title}", {source.lines} lines'
    if listed.layers:
        yield f"{'':<17}layers for it: {', '.join(listed.layers)}"
    if listed.kind == "layer" and not listed.shelf:
        yield f"{'':<17}{_bases_of(listed)}"


def _bases_of(listed: Listed) -> str:
    if not listed.readable:
        return f"cannot be read; for the errors: palast check {listed.path}"
    return f"fits {', '.join(listed.goes_on) or 'none of ' + ', '.join(rulesets())}"


def _bases(layer: str | Path) -> list[str]:
    return [base for base, found in laid_on_each(layer).items() if isinstance(found, Ruleset)]


def _example(goes_on: dict[str, list[str]]) -> str:
    return next((f"{bases[0]}+{layer}" for layer, bases in goes_on.items() if bases), "RULESET+LAYER")


COMMAND = Command(
    {
        "rules": (option("rules", nargs="?", metavar="RULES", help="describe this one only: a name or path"),),
        "output": (JSON,),
    },
    _run,
)
