"""Where each member of a set is `it`: in sieves, in what some or every member is asked, in what is added up."""

from functools import cache

from attrs import fields

from rulespec.tree.expressions import AllPlayers, Expression, Member
from rulespec.tree.node import Node


def going_through(node: Node) -> tuple[Expression, tuple[Node, ...]] | None:
    """The set that a node goes through, and the nodes inside it that are about each member; None if it does not."""
    kind: type = type(node)
    names = _of_each(kind)
    if not names:
        return None
    name, of = names
    over, inside = getattr(node, of), getattr(node, name)
    if isinstance(over, Member):
        over = over.among or AllPlayers(span=over.span)
    return over, inside if isinstance(inside, tuple) else (inside,)


@cache
def _of_each(kind: type) -> tuple[str, str] | None:
    """The field that is about each member, and the one that says of what."""
    return next(((each.name, each.metadata["each_of"]) for each in fields(kind) if "each_of" in each.metadata), None)
