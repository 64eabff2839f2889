"""Which rulesets a layer goes on: as it says, or by trying."""

from pathlib import Path

from palast.rulesets import found, load, rulesets
from rulespec import RulesError, Ruleset
from rulespec.experiments.scenarios import specs
from rulespec.language.errors import Problem
from rulespec.language.parser import header_of
from rulespec.language.tree.declarations import Header
from rulespec.language.tree.source import UnreadableError, read
from rulespec.language.trees import parse


def header(path: Path) -> Header | None:
    """The header of a rule file; None if it cannot be read."""
    try:
        return header_of(read(path))
    except UnreadableError:
        return None


def unread(path: Path) -> tuple[Problem, ...]:
    """What of a rule file cannot be read: until that is mended it goes on no ruleset, whatever else it says."""
    return tuple(parse(read(path))[1])


def laid_on_each(layer: str | Path) -> dict[str, Ruleset | RulesError]:
    """The result of laying a layer on each ruleset that it says it is tried on, else on all shipped ones."""
    path = found(str(layer))
    tried = specs(path, str(layer)) if path else {}
    return {base: _made(spec) for base, spec in tried.items()} or {base: lay(base, layer) for base in rulesets()}


def lay(base: str, layer: str | Path) -> Ruleset | RulesError:
    """A ruleset with a layer, or the error if it does not fit."""
    return _made(f"{base}+{layer}")


def _made(spec: str) -> Ruleset | RulesError:
    try:
        return load(spec)
    except RulesError as error:
        return error
