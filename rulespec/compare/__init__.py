"""Two rulesets compared: block by block, and by a game on which they part."""

from rulespec.compare.blocks import Block, Blocks, Order, Text, blocks
from rulespec.compare.differences import Differences, Parted, compare
from rulespec.compare.search import GAMES, first_difference

__all__ = [
    "GAMES",
    "Block",
    "Blocks",
    "Differences",
    "Order",
    "Parted",
    "Text",
    "blocks",
    "compare",
    "first_difference",
]
