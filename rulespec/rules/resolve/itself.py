"""Comparisons of something with itself: they hold always, or never, and nobody means them."""

from collections.abc import Iterator
from typing import Any

from attrs import frozen

from rulespec.language.tree import expressions as e
from rulespec.language.tree.kinds import PLAYER, Kind
from rulespec.language.tree.node import Node, children, rewrite
from rulespec.language.tree.scopes import going_through
from rulespec.rules.resolve.wrong import wrong


@frozen
class Member:
    """What `it` is where a comparison stands: its kind, and the name that the choice gives it whose sieve that is.

    It is `second` if one like it is looked at further out.
    """

    kind: Kind | None
    name: str | None = None
    second: bool = False

    def also(self, node: Node) -> bool:
        """Whether something else means what `it` means."""
        return (isinstance(node, e.OwnPlayer) and self.kind == PLAYER) or (
            isinstance(node, e.Chosen) and node.name == self.name
        )


def different(node: Node, one: e.Expression, other: e.Expression, it: Member) -> None:
    """Raises the mistake of a comparison both sides of which ask one thing of one member, or of the table."""
    side, beside = asked(one), asked(other)
    if type(side) is not type(beside) and not it.also(side) and not it.also(beside):
        return  # and nothing inside of them has to be looked at
    side = by_it(side, it)
    if isinstance(side, e.Number | e.NoneYet | e.WordOf) or side != by_it(beside, it):
        return
    remedy = "change one side"
    is_about_it = any(isinstance(each, e.Looked) for each in _outside(side))
    if isinstance(node, e.Minus | e.Smaller | e.Larger) and not is_about_it:
        return  # clumsy, but it misleads nobody
    if it.kind is not None and is_about_it:
        which, that = ("set", "those cards") if it.kind.many else (it.kind.name, f"that {it.kind.list or it.kind.name}")
        same = f"'it' is the same {which} on both sides"
        further = f"write '{that}'" if it.second else "choose it first: 'choose NAME from ...'"
        remedy = f"{same}; for another one, {further}"
    raise wrong("E027", node, "both sides of this comparison are the same", remedy)


def asked(node: e.Expression) -> e.Expression:
    """What a side asks for, without the steps that it goes on from there and the numbers that it reckons with."""
    while True:
        match node:
            case e.NextOf(of) | e.PreviousOf(of) | e.Minus(of, e.Number()):
                node = of
            case e.Plus(e.Number(), of) | e.Plus(of, e.Number()) | e.Times(e.Number(), of) | e.Times(of, e.Number()):
                node = of
            case _:
                return node


def by_it(node: Any, it: Member) -> Any:
    """The node with `it` for whatever else means the member that is looked at where it stands."""
    if it.kind is not None and it.also(node):
        return e.Looked(kind=it.kind, span=node.span)
    return rewrite(node, lambda child: by_it(child, it) if _is_about_it(child, node) else child)


def _outside(node: Node) -> Iterator[Node]:
    """A node and those within it that are about the member, not about those of a set that is gone through in turn."""
    yield node
    for child in children(node):
        if _is_about_it(child, node):
            yield from _outside(child)


def _is_about_it(child: Node, node: Node) -> bool:
    through = going_through(node)
    return through is None or not any(child is each for each in through[1])
