"""What a variant does to the games of a ruleset: pairs of games with common random numbers, measured and compared."""

from rulespec.impacts.experiment import Experiment
from rulespec.impacts.impacting import impact, impacting
from rulespec.impacts.report import Difference, Impact, Interval, Mattered, Trial

__all__ = ["Difference", "Experiment", "Impact", "Interval", "Mattered", "Trial", "impact", "impacting"]
