"""Records: games as text that people can read and the machine verifies."""

from rulespec.language.errors import OtherRules, RecordError, UnreadableRecord
from rulespec.records.comparison import ReplayComparison, ReplayDifference
from rulespec.records.following import replay_under
from rulespec.records.notation import Comment
from rulespec.records.record import Record

__all__ = [
    "Comment",
    "OtherRules",
    "Record",
    "RecordError",
    "ReplayComparison",
    "ReplayDifference",
    "UnreadableRecord",
    "replay_under",
]
