"""The header of a rule file without the rest, which takes a hundred times as long to parse."""

import re

from rulespec.language.tree.declarations import RuleFile
from rulespec.language.tree.source import Source, uniform
from rulespec.language.trees import parse

_TOLD = re.compile(r"^(?:(?:ruleset|layer|scenarios)\b|players +[0-9]|tried on\b).*$", re.MULTILINE)


def header_of(name: str, text: str) -> RuleFile | None:
    """A rule file reduced to its header, its number of players and what it is tried on; None if it has no header."""
    lines = "\n".join(found.group() for found in _TOLD.finditer(uniform(text)))
    return parse(Source(name, f"{lines}\n"))[0]
