"""Two rulesets compared: block by block, and by a game in which they diverge."""

from rulespec.experiments.comparison.blocks import ComparedBlock, ComparedBlocks, Order, Text, blocks
from rulespec.experiments.comparison.differences import Differences, Parted, compare
from rulespec.experiments.comparison.lockstep_search import GAMES, first_difference, games_alike, same_cards

__all__ = [
    "GAMES",
    "ComparedBlock",
    "ComparedBlocks",
    "Differences",
    "Order",
    "Parted",
    "Text",
    "blocks",
    "compare",
    "first_difference",
    "games_alike",
    "same_cards",
]
