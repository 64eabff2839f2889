"""Two rulesets compared: block by block, and by a game on which they part."""

from rulespec.compare.search import GAMES, first_difference

__all__ = ["GAMES", "first_difference"]
