"""Hypothesis strategies: games, reached states and pairs of worlds of a ruleset; and rule files themselves."""

from rulespec.experiments.testing.files import DrawnFile, rule_file, rule_files
from rulespec.experiments.testing.games import decisions, games, states
from rulespec.experiments.testing.machine import Table
from rulespec.experiments.testing.properties import every_game
from rulespec.experiments.testing.worlds import leak_test, two_worlds

__all__ = [
    "DrawnFile", "Table", "decisions", "every_game", "games", "leak_test", "rule_file", "rule_files", "states",
    "two_worlds",
]  # fmt: skip
