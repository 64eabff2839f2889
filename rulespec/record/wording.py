"""Renamed words: what a text of one ruleset is called in another that has renamed its words."""

import re
from collections.abc import Callable, Mapping

from rulespec.api import Ruleset
from rulespec.tree import declarations as d

_NAME = re.compile(r"[^\W\d_]\w*(?:-\w+)*")


def translator(one: Ruleset, other: Ruleset) -> Callable[[str], str]:
    """From the words of one ruleset to those of another: the renamings of the one undone, those of the other done."""
    undone = [{new: old for old, new in renamed.items()} for renamed in reversed(_renamings(one))]
    steps = [*undone, *_renamings(other)]

    def word(found: re.Match[str]) -> str:
        name = found[0]
        for step in steps:
            name = step.get(name, name)
        return name

    def translate(text: str) -> str:
        return text if text.startswith("(") else _NAME.sub(word, text)  # declining has the same text everywhere

    return translate


def _renamings(rules: Ruleset) -> list[Mapping[str, str]]:
    """What each file renames; within a file all at once."""
    trees = [layer.tree for layer in rules.composed.layers]
    return [{each.old: each.new for each in tree.items if isinstance(each, d.Rename)} for tree in trees]
