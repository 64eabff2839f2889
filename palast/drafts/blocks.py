"""Blocks of a game written anew, with something else in them."""

from collections.abc import Iterable
from typing import Any

from attrs import evolve

from rulespec.language.printer import block, lines
from rulespec.language.tree import declarations as d
from rulespec.language.tree import statements as s
from rulespec.language.tree.node import Cited, Node, rewrite

INDENT = "    "


def uncited(node: Any) -> Any:
    """A block without citations: what is new in it stands in no source."""
    node = rewrite(node, uncited)
    return evolve(node, cites=()) if isinstance(node, Cited) and node.cites else node


def swapped(node: Any, old: Node, new: Node) -> Any:
    """A node with another one in place of one that is in it."""
    return new if node is old else rewrite(node, lambda child: swapped(child, old, new))


def commented(comments: Iterable[str], text: str) -> str:
    """A block with comments above."""
    return "".join(f"# {each}\n" for each in comments) + text


def replacing(declared: d.Declaration) -> str:
    """A block that takes the place of the one with its key."""
    return "replace " + "\n".join(lines(uncited(declared))) + "\n"


def with_more(declared: d.Block, more: Iterable[str]) -> str:
    """A block that does something more at its end, with a comment there."""
    kept = tuple(each for each in declared.body if not _is_nothing(each))
    head = lines(uncited(evolve(declared, body=())))
    return "\n".join(["replace " + head[0], *block(uncited(evolve(declared, body=kept)).body), *more]) + "\n"


def _is_nothing(statement: s.Statement) -> bool:
    return isinstance(statement, s.Do) and isinstance(statement.effect, s.Nothing)
