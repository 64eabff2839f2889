"""Records: games as text that people can read and the machine verifies."""

from rulespec.errors import OtherRules, RecordError, UnreadableRecord
from rulespec.record.comparison import ReplayComparison, ReplayDifference
from rulespec.record.following import replay_under
from rulespec.record.notation import Comment
from rulespec.record.record import Record

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
