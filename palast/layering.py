"""Which layers go on which rulesets: found by trying, since a layer alone is no game."""

from pathlib import Path

from palast.rulesets import load, rulesets
from rulespec import RulesError, Ruleset
from rulespec.language.parser import parse
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
    """What comes of laying a layer on each ruleset there is."""
    return {base: lay(base, layer) for base in rulesets()}


def lay(base: str, layer: str | Path) -> Ruleset | RulesError:
    """The ruleset that a layer makes of another, or why it does not fit."""
    try:
        return load(f"{base}+{layer}")
    except RulesError as error:
        return error
