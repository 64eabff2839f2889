"""Where each member of a set is `it`: in sieves, in what some or every member is asked, in what is added up."""

from functools import cache
from typing import Any

from attrs import fields

from rulespec.language.tree.expressions import AllPlayers, Expression, Looked, Member, Outer
from rulespec.language.tree.node import Node, children, rewrite


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


def reaches_out(node: Node) -> bool:
    """Whether something in a node is looked at further out than `it` where the node stands."""
    waiting = [(node, 0)]
    while waiting:
        node, within = waiting.pop()
        if isinstance(node, Outer) and node.steps > within:
            return True
        through = going_through(node)
        inside = () if through is None else through[1]
        waiting += ((child, within + any(child is each for each in inside)) for child in children(node))
    return False


def asked_of(node: Any, of: Expression, by: Expression | None, within: int = 0) -> Any:
    """What a value or a named condition says, with what it is asked of, and by, where it speaks of these.

    These may not depend on what is looked at where they stand, since there it can be further out.
    """
    if isinstance(node, Looked) and not within:
        return of
    if isinstance(node, Outer) and node.steps >= within:
        return of if node.steps == within else by
    through = going_through(node)
    inside = () if through is None else through[1]
    return rewrite(node, lambda each: asked_of(each, of, by, within + any(each is one for one in inside)))


@cache
def _of_each(kind: type) -> tuple[str, str] | None:
    """The field that is about each member, and the one that says of what."""
    return next(((each.name, each.metadata["each_of"]) for each in fields(kind) if "each_of" in each.metadata), None)
