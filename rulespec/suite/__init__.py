"""What is tested of rules: every law along random games, told as a report."""

from rulespec.suite.report import Looked, Report, Tested
from rulespec.suite.suite import Found, Load, Refused, Suite, Untested, suites
from rulespec.suite.trial import News, run, trial

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
    "run",
    "suites",
    "trial",
]
