"""Checks a parse tree against the limits, without recursion, before anything is built of it."""

import re
from collections.abc import Iterator

from attrs import frozen
from lark import Token, Tree

from rulespec.language.tree.limits import DEPTH, DIGITS, NAME, PARTS, Limit

_NUMBER = re.compile(r"[0-9]+")
_CHAINS = ("sum", "product")  # each part will lie one deeper than the one after it


@frozen
class Excess:
    """A limit that is exceeded, the value found, and its place as offsets in the block."""

    limit: Limit
    found: int
    start: int
    end: int


def excesses(tree: Tree[Token]) -> Iterator[Excess]:
    """Everything that exceeds a limit; of what is nested too deep, only the first."""
    deep = False
    waiting: list[tuple[Tree[Token], int]] = [(tree, 1)]
    while waiting:
        node, depth = waiting.pop()
        start = int(getattr(node.meta, "start_pos", 0))
        if depth > DEPTH.most:
            if not deep:
                yield Excess(DEPTH, depth, start, start + 1)
            deep = True
            continue
        if node.data in _CHAINS:
            parts = len(node.children)
            if parts > PARTS.most:
                yield Excess(PARTS, parts, start, int(getattr(node.meta, "end_pos", start + 1)))
                continue
            depth += parts
        for child in node.children:
            if isinstance(child, Tree):
                waiting.append((child, depth + 1))
            elif isinstance(child, Token):
                yield from _written(child)


def _written(token: Token) -> Iterator[Excess]:
    """A number or a name that is too long."""
    start = token.start_pos or 0
    if token.type == "NAME" and len(token) > NAME.most:
        yield Excess(NAME, len(token), start, start + len(token))
    elif token.type in ("INT", "CITE"):
        for number in _NUMBER.finditer(token):
            if len(number.group()) > DIGITS.most:
                yield Excess(DIGITS, len(number.group()), start + number.start(), start + number.end())
