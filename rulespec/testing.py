"""Public entry to `rulespec.experiments.testing`: Hypothesis strategies and properties of games."""

from rulespec.experiments.testing import (
    DrawnFile,
    Table,
    decisions,
    every_game,
    games,
    leak_test,
    rule_file,
    rule_files,
    states,
    two_worlds,
)  # fmt: skip

__all__ = [
    "DrawnFile", "Table", "decisions", "every_game", "games", "leak_test", "rule_file", "rule_files", "states",
    "two_worlds",
]  # fmt: skip
