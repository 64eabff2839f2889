"""Hypothesis strategies: games, reached states and pairs of worlds of a ruleset; and rule files themselves."""

from rulespec.testing.files import DrawnFile, rule_file, rule_files
from rulespec.testing.games import decisions, games, states
from rulespec.testing.machine import Table
from rulespec.testing.properties import every_game
from rulespec.testing.worlds import leak_test, two_worlds

__all__ = [
    "DrawnFile", "Table", "decisions", "every_game", "games", "leak_test", "rule_file", "rule_files", "states",
    "two_worlds",
]  # fmt: skip
