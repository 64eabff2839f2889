"""Laws: invariants of a ruleset, checked while games are played."""

from rulespec.laws.broken import Broken, instead
from rulespec.laws.circumstances import circumstances
from rulespec.laws.nearness import FAR, nearness
from rulespec.laws.watch import LawWatch

__all__ = ["FAR", "Broken", "LawWatch", "circumstances", "instead", "nearness"]
