"""What every node of the tree shares: its place in a source text and the citations it carries."""

from collections.abc import Iterator
from typing import Any

from attrs import evolve, field, fields, frozen

from rulespec.language.source import Span


@frozen
class Citation:
    """A ruling (`R8`) or lines of a declared source (`000:38-39`)."""

    source: str
    lines: tuple[tuple[int, int], ...] = ()

    def __str__(self) -> str:
        if not self.lines:
            return self.source
        ranges = (str(low) if low == high else f"{low}-{high}" for low, high in self.lines)
        return f"{self.source}:{','.join(ranges)}"


Citations = tuple[Citation, ...]

NAMES = {"names": True}  # metadata of a field that holds names which a layer may rename


@frozen(kw_only=True)
class Node:
    """A piece of a rule file; two nodes are equal when they say the same, wherever they stand."""

    span: Span = field(eq=False, repr=False)


@frozen(kw_only=True)
class Cited(Node):
    """A node that can carry citations; they do not count when nodes are compared."""

    cites: Citations = field(default=(), eq=False)


def children(node: Node) -> Iterator[Node]:
    """The nodes directly inside a node, in written order."""
    for attribute in fields(type(node)):
        yield from _nodes(getattr(node, attribute.name))


def walk(node: Node) -> Iterator[Node]:
    """A node and all nodes inside it, outside first, without recursion."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(tuple(children(node))))


def rewrite(node: Any, change: Any) -> Any:
    """The node with `change` applied to each of its direct children."""
    changed = {}
    for attribute in fields(type(node)):
        old = getattr(node, attribute.name)
        if isinstance(old, Node):
            new = change(old)
        elif isinstance(old, tuple) and any(isinstance(each, Node) for each in old):
            new = tuple(change(each) if isinstance(each, Node) else each for each in old)
        else:
            continue
        if new is not old:
            changed[attribute.alias or attribute.name] = new
    return evolve(node, **changed) if changed else node


def _nodes(value: object) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            if isinstance(each, Node):
                yield each
