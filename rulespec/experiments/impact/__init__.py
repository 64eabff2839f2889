"""The effect of a variant on a ruleset's games: pairs with common random numbers, measured and compared."""

from rulespec.experiments.impact.experiment import Experiment
from rulespec.experiments.impact.measurement import impact, impacting
from rulespec.experiments.impact.report import Difference, Impact, Interval, Mattered, Trial

__all__ = ["Difference", "Experiment", "Impact", "Interval", "Mattered", "Trial", "impact", "impacting"]
