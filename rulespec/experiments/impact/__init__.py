"""What a variant does to the games of a ruleset: pairs of games with common random numbers, measured and compared."""

from rulespec.experiments.impact.experiment import Experiment
from rulespec.experiments.impact.measurement import impact, impacting
from rulespec.experiments.impact.report import Difference, Impact, Interval, Mattered, Trial

__all__ = ["Difference", "Experiment", "Impact", "Interval", "Mattered", "Trial", "impact", "impacting"]
