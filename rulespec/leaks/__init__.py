"""The two-world test: nothing that a player is given may depend on what he cannot know."""

from rulespec.leaks.clause import Clause
from rulespec.leaks.leak import Leak
from rulespec.leaks.search import EFFORT, find_leak, leaks

__all__ = ["EFFORT", "Clause", "Leak", "find_leak", "leaks"]
