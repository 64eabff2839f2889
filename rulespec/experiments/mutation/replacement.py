"""Replacements of nodes, the kinds of mutations, and the context of a node."""

from collections.abc import Iterator
from typing import Literal

from attrs import evolve, fields, frozen

from rulespec.language.tree.node import Node
from rulespec.language.tree.source import Span
from rulespec.language.tree.statements import OPPOSITES
from rulespec.rules.resolve.names import Names

ChangeName = Literal[
    "a condition dropped",
    "a condition turned round",
    "a comparison swapped",
    "another quantifier",
    "and for or",
    "off by one",
    "another zone",
    "another counter",
    "another note",
    "another word",
    "another player",
    "others for players",
    "the opposite",
    "most for fewest",
    "may for must",
    "must for may",
    "at the same time dropped",
    "an effect dropped",
    "a property dropped",
    "another moment",
    "another order",
    "a reason dropped",
    "reasons reordered",
]


@frozen
class Instead:
    """A replacement of a node, and the place of the change."""

    what: ChangeName
    node: Node
    at: Span


def the_opposite(node: Node) -> Iterator[Instead]:
    """The reverse of an effect or an expression, where its class declares one."""
    kind: type = type(node)
    if kind in OPPOSITES:
        said = {each.name: getattr(node, each.name) for each in fields(kind)}
        yield Instead("the opposite", OPPOSITES[kind](**said), node.span)


@frozen
class Around:
    """The context of a node."""

    names: Names
    own_is_active: bool = True  # whether `own` is the player whose turn it is, as far as the rules tell
    negated: bool = False  # whether the node is the operand of `not`
    shown: bool = False  # whether the node says to whom something is shown

    def within(self, *, aside: bool = False, negated: bool = False, shown: bool = False) -> "Around":
        """The context of a node inside it; `aside` if `own` is another player there."""
        return evolve(self, own_is_active=self.own_is_active and not aside, negated=negated, shown=shown)
