"""Tests of rulesets by their own scenarios and laws."""

from rulespec.experiments.suite.report import Looked, SuiteReport, Tested
from rulespec.experiments.suite.suite import Load, NamedSuite, Suite, Unloadable, Untested, suites
from rulespec.experiments.suite.trial import News, run, trial

__all__ = [
    "Load",
    "Looked",
    "NamedSuite",
    "News",
    "Suite",
    "SuiteReport",
    "Tested",
    "Unloadable",
    "Untested",
    "run",
    "suites",
    "trial",
]
