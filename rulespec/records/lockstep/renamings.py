"""Renamings: the names of one ruleset in another."""

import re
from collections.abc import Mapping
from functools import cached_property

from attrs import define

from rulespec.language.tree import declarations as d
from rulespec.rules.rulebook import RuleBook

_NAME = re.compile(r"[^\W\d_]\w*(?:-\w+)*")


@define(slots=False)
class Words:
    """Translates names of one ruleset into those of another: undoes the one's renamings, applies the other's."""

    one: RuleBook
    other: RuleBook

    @cached_property
    def _steps(self) -> list[Mapping[str, str]]:
        return [*_undoing(self.one), *_renamings(self.other)]

    @cached_property
    def known(self) -> frozenset[str]:
        """All names of the other."""
        composed = self.other.composed
        named = [each.name for each in composed.of(d.Named, d.NamedBlock)]
        return frozenset([*named, *(word for words in composed.of(d.WordList) for word in words.words)])

    def word(self, name: str) -> str:
        """The name in the other ruleset."""
        called = name
        for step in self._steps:
            called = step.get(called, called)
        return called if called in self.known or name not in self.known else name

    def names(self) -> dict[str, str]:
        """The names of the one that are different in the other, with those."""
        composed = self.one.composed
        names = [each.name for each in composed.of(d.Named, d.NamedBlock)]
        names += [word for words in composed.of(d.WordList) for word in words.words]
        return {name: self.word(name) for name in names if name != self.word(name)}

    def key(self, key: str) -> str:
        """The key of a block of the one, in the words of the other."""
        kind, _, name = key.rpartition(" ")
        return f"{kind} {self.word(name)}" if kind else key

    def text(self, text: str) -> str:
        """A text about the one, in the words of the other."""
        return _NAME.sub(lambda found: self.word(found[0]), text)


def _renamings(rules: RuleBook) -> list[Mapping[str, str]]:
    """The renamings of each layer, which are simultaneous within a layer."""
    trees = [layer.tree for layer in rules.composed.layers]
    return [{each.old: each.new for each in tree.items if isinstance(each, d.Rename)} for tree in trees]


def _undoing(rules: RuleBook) -> list[Mapping[str, str]]:
    """The inverse renamings of each layer, the last layer first."""
    return [{new: old for old, new in renamed.items()} for renamed in reversed(_renamings(rules))]


def first_names(rules: RuleBook) -> dict[str, str]:
    """The original name of each renamed thing of a ruleset, unless something else has that name now."""
    undone = _undoing(rules)
    taken, found = set(Words(rules, rules).known), dict[str, str]()
    for name in sorted(taken):
        first = name
        for names in undone:
            first = names.get(first, first)
        if first not in taken:
            taken.add(first)
            found[name] = first
    return found
