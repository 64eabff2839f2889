"""All small changes of one block: the replacements of each of its nodes."""

from collections.abc import Iterator
from typing import Any

from attrs import frozen

from rulespec.experiments.mutation.conditions import of_condition
from rulespec.experiments.mutation.declarations import of_deck, of_declaration
from rulespec.experiments.mutation.expressions import of_expression
from rulespec.experiments.mutation.replacement import Around, ChangeName, Instead
from rulespec.experiments.mutation.sieves import of_sieve
from rulespec.experiments.mutation.statements import of_effect, of_statement
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.node import Node, children, rewrite
from rulespec.language.tree.scopes import going_through
from rulespec.language.tree.source import Span
from rulespec.rules.resolve.names import Names


@frozen
class ChangedBlock:
    """A block with a small change, the kind of change, and the place in the file."""

    what: ChangeName
    block: d.Declaration
    at: Span


def changed(block: d.Declaration, names: Names) -> Iterator[ChangedBlock]:
    """A block with each of its small changes, in the order of the nodes."""
    for node, around in _nodes(block, names):
        for instead in _instead(node, around):
            if instead.node != node:  # equal if two equal conditions are exchanged
                yield ChangedBlock(instead.what, _with(block, node, instead.node), instead.at)


def _instead(node: Node, around: Around) -> Iterator[Instead]:
    if isinstance(node, d.Declaration):
        return of_declaration(node, around)
    if isinstance(node, s.Statement):
        return of_statement(node)
    if isinstance(node, s.Effect):
        return of_effect(node)
    if isinstance(node, e.Condition):
        return of_condition(node, around)
    if isinstance(node, e.Sieve):
        return of_sieve(node)
    if isinstance(node, e.Expression):
        return of_expression(node, around)
    if isinstance(node, d.Deck):
        return of_deck(node)
    return iter(())  # a part of one of these


def _nodes(block: d.Declaration, names: Names) -> Iterator[tuple[Node, Around]]:
    """The nodes of a block in preorder, with the context of each."""
    waiting: list[tuple[Node, Around]] = [(block, Around(names, own_is_active=not _is_of_a_player(block)))]
    while waiting:
        node, around = waiting.pop()
        yield node, around
        through = going_through(node)
        asides = node.body if isinstance(node, s.ForEach) else through[1] if through else ()
        negated, shown_to = isinstance(node, e.Not), node.to if isinstance(node, s.Show | s.ShowSecretly) else None
        for each in reversed(children(node)):
            aside = any(each is one for one in asides)
            waiting.append((each, around.within(aside=aside, negated=negated, shown=each is shown_to)))


def _is_of_a_player(block: d.Declaration) -> bool:
    """True if `own` in a block means the player that it is evaluated for."""
    match block:
        case d.Value(parameter=about) | d.Call(subject=about):
            return about == "player"
        case _:
            return isinstance(block, d.Winners | d.Returns | d.Score)


def _with(node: Any, old: Node, new: Node) -> Any:
    """A node with one of its descendants replaced."""
    return new if node is old else rewrite(node, lambda child: _with(child, old, new))
