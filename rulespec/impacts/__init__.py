"""What a variant does to the games of a ruleset: the same chance and players on both sides, measured and compared."""

from rulespec.impacts.impacting import impact, impacting
from rulespec.impacts.report import Difference, Impact, Interval, Mattered, Trial

__all__ = ["Difference", "Impact", "Interval", "Mattered", "Trial", "impact", "impacting"]
