"""The two-world test: nothing that a player is given may depend on what he cannot know."""

from rulespec.experiments.leaks.clause import LeakingClause
from rulespec.experiments.leaks.leak import Leak
from rulespec.experiments.leaks.leak_search import EFFORT, find_leak, leaks

__all__ = ["EFFORT", "Leak", "LeakingClause", "find_leak", "leaks"]
