"""What of a block counts when blocks are compared, and whether play depends on it."""

import hashlib
from typing import Any

from attrs import evolve

from rulespec.language.printer import lines
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree.node import Cited, Node, rewrite

BESIDE_PLAY = (d.SourceText, d.Ruling, d.Always, d.Scenario)  # each file declares its own, and they change no play


def digest(declaration: d.Declaration) -> str:
    """A hash of what one block says; a replacement can be pinned to it."""
    return hashlib.sha256("\n".join(lines(plain(declaration))).encode()).hexdigest()[:8]


def plain(node: Any) -> Any:
    """A block without what does not count when blocks are compared."""
    if isinstance(node, Cited) and node.cites:
        node = evolve(node, cites=())
    elif isinstance(node, e.Extreme):
        node = evolve(node, by_height=False)
    if isinstance(node, d.Zone | d.Counter | d.Note):
        node = evolve(node, bookkeeping=False)
    return rewrite(node, plain)


def is_played(node: Node) -> bool:
    """Whether play depends on what a block says."""
    return not isinstance(node, (*BESIDE_PLAY, d.Score))
