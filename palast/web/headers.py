"""What the first lines of a rule file say of it; the whole of it takes a hundred times as long to read."""

import re

from rulespec.language.parser import parse
from rulespec.tree.declarations import RuleFile
from rulespec.tree.source import Source, uniform

_TOLD = re.compile(r"^(?:(?:ruleset|layer|scenarios)\b|players +[0-9]|tried on\b).*$", re.MULTILINE)


def header_of(name: str, text: str) -> RuleFile | None:
    """The lines that tell what a file is, for how many players, and on what it was tried, as if they were all of it."""
    lines = "\n".join(found.group() for found in _TOLD.finditer(uniform(text)))
    return parse(Source(name, f"{lines}\n"))[0]
