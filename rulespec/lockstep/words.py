"""Renamed words: what a word of one ruleset is called in another."""

import re
from collections.abc import Mapping
from functools import cached_property

from attrs import define

from rulespec.rulebook import RuleBook
from rulespec.tree import declarations as d

_NAME = re.compile(r"[^\W\d_]\w*(?:-\w+)*")


@define(slots=False)
class Words:
    """From the words of one ruleset to those of another: the renamings of the one undone, those of the other done.

    A word that none of these leads from is called the same in both.
    """

    one: RuleBook
    other: RuleBook

    @cached_property
    def _steps(self) -> list[Mapping[str, str]]:
        undone = [{new: old for old, new in renamed.items()} for renamed in reversed(_renamings(self.one))]
        return [*undone, *_renamings(self.other)]

    @cached_property
    def known(self) -> frozenset[str]:
        """What has a name in the other."""
        composed = self.other.composed
        named = [each.name for each in composed.of(d.Named, d.NamedBlock)]
        return frozenset([*named, *(word for words in composed.of(d.WordList) for word in words.words)])

    def word(self, name: str) -> str:
        """What a word of the one is called in the other."""
        called = name
        for step in self._steps:
            called = step.get(called, called)
        return called if called in self.known or name not in self.known else name

    def names(self) -> dict[str, str]:
        """All that is called otherwise in the other."""
        names = {}
        for each in self.one.composed.of(d.Named, d.NamedBlock):
            names[each.name] = self.word(each.name)
        for words in self.one.composed.of(d.WordList):
            names |= {word: self.word(word) for word in words.words}
        return {name: called for name, called in names.items() if name != called}

    def key(self, key: str) -> str:
        """The key of a block of the one, as it would be called in the other."""
        kind, _, name = key.rpartition(" ")
        return f"{kind} {self.word(name)}" if kind else key

    def text(self, text: str) -> str:
        """A text about the one, in the words of the other."""
        return _NAME.sub(lambda found: self.word(found[0]), text)


def _renamings(rules: RuleBook) -> list[Mapping[str, str]]:
    """What each file renames; within a file all at once."""
    trees = [layer.tree for layer in rules.composed.layers]
    return [{each.old: each.new for each in tree.items if isinstance(each, d.Rename)} for tree in trees]


def first_names(rules: RuleBook) -> dict[str, str]:
    """What each renamed thing of a ruleset was called at first, where nothing else in it is called so."""
    undone = [{new: old for old, new in renamed.items()} for renamed in reversed(_renamings(rules))]
    taken, found = set(Words(rules, rules).known), dict[str, str]()
    for name in sorted(taken):
        first = name
        for names in undone:
            first = names.get(first, first)
        if first not in taken:
            taken.add(first)
            found[name] = first
    return found
