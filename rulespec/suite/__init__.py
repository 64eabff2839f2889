"""Tests of rulesets by their own scenarios and laws."""

from rulespec.suite.report import Looked, Report, Tested
from rulespec.suite.suite import Found, Load, Refused, Suite, Untested, suites
from rulespec.suite.trial import News, driven, run, trial

__all__ = [
    "Found",
    "Load",
    "Looked",
    "News",
    "Refused",
    "Report",
    "Suite",
    "Tested",
    "Untested",
    "driven",
    "run",
    "suites",
    "trial",
]
