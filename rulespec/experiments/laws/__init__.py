"""Laws: invariants of a ruleset, checked while games are played."""

from rulespec.experiments.laws.broken import Broken, instead
from rulespec.experiments.laws.circumstances import circumstances
from rulespec.experiments.laws.watch import LawWatch

__all__ = ["Broken", "LawWatch", "circumstances", "instead"]
