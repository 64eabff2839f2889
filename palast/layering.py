"""Which layers go on which rulesets: as they say, or found by trying, since a layer alone is no game."""

from pathlib import Path

from palast.rulesets import found, load, rulesets
from rulespec import RulesError, Ruleset
from rulespec.language.parser import parse
from rulespec.scenarios import specs
from rulespec.tree.declarations import Header
from rulespec.tree.source import UnreadableError, read


def header(path: Path) -> Header | None:
    """The first line of a rule file, None where it has none that can be read."""
    try:
        tree, _ = parse(read(path))
    except UnreadableError:
        return None
    return tree.header if tree else None


def laid_on_each(layer: str | Path) -> dict[str, Ruleset | RulesError]:
    """What comes of laying a layer on each ruleset that it is tried on; if it does not say, on each there is."""
    path = found(str(layer))
    tried = specs(path, str(layer)) if path else {}
    return {base: _made(spec) for base, spec in tried.items()} or {base: lay(base, layer) for base in rulesets()}


def lay(base: str, layer: str | Path) -> Ruleset | RulesError:
    """The ruleset that a layer makes of another, or why it does not fit."""
    return _made(f"{base}+{layer}")


def _made(spec: str) -> Ruleset | RulesError:
    try:
        return load(spec)
    except RulesError as error:
        return error
