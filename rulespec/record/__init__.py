"""Games that are kept: a text that a person can read and a machine verifies."""

from rulespec.record.comparison import Comparison, Difference
from rulespec.record.errors import RecordError, UnreadableRecord
from rulespec.record.notation import Comment
from rulespec.record.record import Record

__all__ = ["Comment", "Comparison", "Difference", "Record", "RecordError", "UnreadableRecord"]
