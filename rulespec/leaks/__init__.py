"""The two-world test: whatever a player cannot know must make no difference to anything that he is given."""

from rulespec.leaks.clause import Clause
from rulespec.leaks.leak import Leak
from rulespec.leaks.search import EFFORT, find_leak, leaks

__all__ = ["EFFORT", "Clause", "Leak", "find_leak", "leaks"]
