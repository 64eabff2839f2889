"""What every node of the tree shares: its place in a source text and the citations it carries."""

from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

from attrs import evolve, field, fields, frozen, resolve_types

from rulespec.language.tree.source import Span


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


def each_of(field: str) -> dict[str, str]:
    """Metadata of what is said of each member, as `it`, of the set in another field: see `scopes`."""
    return {"each_of": field}


@frozen(kw_only=True)
class Node:
    """A piece of a rule file; two nodes are equal when they say the same, wherever they stand."""

    span: Span = field(eq=False, repr=False)


@frozen(kw_only=True)
class Cited(Node):
    """A node that can carry citations; they do not count when nodes are compared."""

    cites: Citations = field(default=(), eq=False)


def children(node: Node) -> list[Node]:
    """The nodes directly inside a node, in written order."""
    found: list[Node] = []
    kind: type = type(node)
    for name in _holding(kind):
        value = getattr(node, name)
        if isinstance(value, Node):
            found.append(value)
        elif isinstance(value, tuple):
            found += [each for each in value if isinstance(each, Node)]
    return found


@cache
def _holding(kind: type) -> tuple[str, ...]:
    """The fields of a class that can hold nodes."""
    return tuple(each.name for each in fields(resolve_types(kind)) if _holds(each.type))


def _holds(said: Any) -> bool:
    """Whether what a type says can be a node, or a tuple in which there are some."""
    if isinstance(said, type) and not get_args(said):
        return issubclass(said, Node)
    return any(map(_holds, get_args(said)))


def walk(node: Node) -> Iterator[Node]:
    """A node and all nodes inside it, outside first, without recursion."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        kind: type = type(node)
        if _holding(kind):  # for speed: a third of the nodes hold none
            waiting += reversed(children(node))


def rewrite(node: Any, change: Any) -> Any:
    """The node with `change` applied to each of its direct children."""
    changed = {}
    kind: type = type(node)
    for name in _holding(kind):
        old = getattr(node, name)
        if isinstance(old, Node):
            new = change(old)
        elif isinstance(old, tuple) and any(isinstance(each, Node) for each in old):
            new = tuple(change(each) if isinstance(each, Node) else each for each in old)
        else:
            continue
        if new is not old:
            changed[name] = new
    return evolve(node, **changed) if changed else node


@cache
def naming(kind: type) -> tuple[str, ...]:
    """The fields of a class that hold names."""
    return tuple(each.name for each in fields(kind) if each.metadata.get("names"))


def names_in(node: Node) -> Iterator[str]:
    """What the fields of a node name, without the nodes inside it."""
    kind: type = type(node)
    for part in naming(kind):
        named = getattr(node, part)
        yield from (name for name in (named if isinstance(named, tuple) else (named,)) if isinstance(name, str))


def renamed(node: Any, names: dict[str, str]) -> Any:
    """The node with names replaced, all at once."""
    changed: dict[str, Any] = {}
    kind: type = type(node)
    for name in naming(kind):
        old = getattr(node, name)
        new = tuple(names.get(each, each) for each in old) if isinstance(old, tuple) else names.get(old, old)
        if new != old:
            changed[name] = new
    if changed:
        node = evolve(node, **changed)
    return rewrite(node, lambda child: renamed(child, names))
