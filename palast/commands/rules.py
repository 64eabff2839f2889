"""`palast rules`: the rulesets and layers."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path

from palast.commands.command import Command
from palast.layering import header, laid_on_each, lay
from palast.rulesets import CARDS, EXAMPLES, examples, found, layers, load, own_layers, rulesets
from rulespec import Ruleset
from rulespec.errors import visible
from rulespec.tree import declarations as d
from rulespec.tree.declarations import Header


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("rules", nargs="?", metavar="RULES", help="tell of this one only: a name or a path")


def _run(arguments: Namespace) -> int:
    for line in _everything() if arguments.rules is None else _one(arguments.rules):
        print(visible(line))
    return 0


def _everything() -> Iterator[str]:
    goes_on = {layer: _bases(layer) for layer in layers()}
    yield "rulesets"
    for name in rulesets():
        yield from _ruleset(name, load(name), [layer for layer, bases in goes_on.items() if name in bases])
    yield ""
    yield f"layers, written behind a ruleset with a plus: {_example(goes_on)}"
    for layer, bases in goes_on.items():
        yield from _layer(layer, CARDS / f"{layer}.rules", bases)
    for kind, files in examples().items():
        yield ""
        yield f"examples: {kind}"
        for path in files:
            yield _named(path.stem, header(path))
            if own := [layer.stem for layer in own_layers(path)]:
                yield f"{'':<17}layers of its own: {', '.join(own)}"
    yield ""
    yield f"for what an example goes on: palast rules NAME. They lie in {EXAMPLES}"


def _one(said: str) -> Iterator[str]:
    path = found(said)
    first = header(path) if path else None
    if path is not None and first is not None and first.kind == "layer" and not first.extends:
        yield from _layer(first.name, path, _bases(path))
        return
    rules = load(said)
    own = [layer.stem for layer in own_layers(path)] if path else []
    fitting = own + [layer for layer in layers() if isinstance(lay(said, layer), Ruleset)]
    yield from _ruleset(rules.name, rules, fitting)


def _ruleset(name: str, rules: Ruleset, fitting: list[str]) -> Iterator[str]:
    least, most = rules.players[0], rules.players[-1]
    yield f"  {name:<14} {rules.title}"
    yield f"{'':<17}{least if least == most else f'{least} to {most}'} players"
    beneath = [layer.name for layer in rules.composed.layers[:-1]]
    if beneath:
        yield f"{'':<17}on top of {', '.join(beneath)}"
    for source in rules.composed.of(d.SourceText):
        yield f'{"":<17}source {source.name}: "{source.title}", {source.lines} lines'
    if fitting:
        yield f"{'':<17}layers that go on it: {', '.join(fitting)}"


def _layer(name: str, path: Path, bases: list[str]) -> Iterator[str]:
    yield _named(name, header(path))
    yield f"{'':<17}goes on {', '.join(bases) or 'none of ' + ', '.join(rulesets())}"


def _named(name: str, first: Header | None) -> str:
    return f"  {name:<14} {first.title if first and first.title else ''}".rstrip()


def _bases(layer: str | Path) -> list[str]:
    return [base for base, found in laid_on_each(layer).items() if isinstance(found, Ruleset)]


def _example(goes_on: dict[str, list[str]]) -> str:
    return next((f"{bases[0]}+{layer}" for layer, bases in goes_on.items() if bases), "RULESET+LAYER")


COMMAND = Command(
    "rules",
    "list the rulesets and layers there are",
    ("palast rules", "palast rules review", "palast rules my-house.rules"),
    _arguments,
    _run,
)
