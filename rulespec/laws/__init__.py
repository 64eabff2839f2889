"""What must always hold: the laws of a ruleset, looked at while games are played."""

from rulespec.laws.broken import Broken, instead
from rulespec.laws.watch import LawWatch

__all__ = ["Broken", "LawWatch", "instead"]
