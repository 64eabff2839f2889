"""Resolved rules: every name has its meaning, every expression its kind."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from attrs import field, frozen

from rulespec.language.errors import Problem
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree.blocks import Blocks
from rulespec.language.tree.findings import Circumstances
from rulespec.language.tree.kinds import Kind
from rulespec.language.tree.limits import LISTED
from rulespec.language.tree.node import Node, walk
from rulespec.rules.compose import Composed, Entry
from rulespec.rules.resolve.names import Names
from rulespec.rules.resolve.surroundings import surroundings


@frozen
class Rules(Blocks):
    """A ruleset with its names resolved; `bound` holds the kinds of the names that each block chooses, by its key."""

    composed: Composed = field(repr=False)
    names: Names = field(repr=False)
    blocks: dict[str, d.Declaration]
    bound: dict[str, dict[str, Kind]]
    misfits: dict[str, Problem] = field(factory=dict, repr=False)  # inherited scenarios that mean nothing here
    listed: int = LISTED  # a choice that could have more answers is asked bit by bit

    @cached_property
    def worked_out(self) -> dict[Any, Any]:
        """What checks have found out, by the function that did."""
        return {}

    @cached_property
    def surroundings(self) -> Circumstances:
        """What the blocks are measured by."""
        return surroundings(self.names.told, self, self.listed)

    @property
    def declarations(self) -> Iterable[d.Declaration]:
        return self.blocks.values()

    def entry(self, key: str) -> Entry:
        return self.composed.entries[key]

    def block(self, key: str) -> d.Block:
        """What is done under a key."""
        block = self.blocks[key]
        assert isinstance(block, d.Block)
        return block

    def value(self, name: str) -> d.Value | d.Table:
        value = self.blocks[d.key(d.Value, name)]
        assert isinstance(value, d.Value | d.Table)
        return value

    def call(self, name: str) -> d.Call:
        call = self.blocks[d.key(d.Call, name)]
        assert isinstance(call, d.Call)
        return call

    def action(self, word: str) -> d.Action | None:
        """The action of a word, if it has one."""
        action = self.blocks.get(d.key(d.Action, word))
        assert action is None or isinstance(action, d.Action)
        return action

    def words(self, list_: str) -> tuple[str, ...]:
        """The words of a list; a list of numbers has none."""
        found = self.names.lists[list_]
        return found.words if isinstance(found, d.WordList) else ()

    def reached(self, *nodes: Node) -> Iterator[Node]:
        """All that is inside some nodes, also by way of values and named conditions."""
        waiting, seen = [*nodes], set[str]()
        while waiting:
            for each in walk(waiting.pop()):
                yield each
                if isinstance(each, e.OfValue | e.Fits) and each.key not in seen:
                    seen.add(each.key)
                    waiting.append(self.blocks[each.key])

    def zone(self, name: str) -> d.Zone:
        zone = self.blocks[d.key(d.Zone, name)]
        assert isinstance(zone, d.Zone)
        return zone
