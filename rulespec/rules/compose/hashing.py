"""Hashes of blocks without what makes no difference, and which blocks play depends on."""

import hashlib
from typing import Any

from attrs import evolve

from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree.node import Cited, Node, rewrite

BESIDE_PLAY = (d.SourceText, d.Ruling, d.Always, d.Scenario)  # declared file by file, without effect on play


def digest(declaration: d.Declaration) -> str:
    """A hash of a block, to which a replacement can be pinned: 8 hex digits."""
    from rulespec.language.printer import lines

    return hashlib.sha256("\n".join(lines(plain(declaration))).encode()).hexdigest()[:8]


def uncited(node: Any) -> Any:
    """A block as its author wrote it, without citations."""
    return rewrite(evolve(node, cites=()) if isinstance(node, Cited) else node, uncited)


def plain(node: Any) -> Any:
    """A block without citations and other details that make no difference."""
    if isinstance(node, Cited) and node.cites:
        node = evolve(node, cites=())
    elif isinstance(node, e.Extreme):
        node = evolve(node, by_height=False)
    if isinstance(node, d.Zone | d.Counter | d.Note):
        node = evolve(node, bookkeeping=False)
    if isinstance(node, d.Counter | d.Note):
        node = evolve(node, for_players=False)
    return rewrite(node, plain)


def is_played(node: Node) -> bool:
    """Whether play depends on a block."""
    return not isinstance(node, (*BESIDE_PLAY, d.Score, d.Option))
