"""Reasons for players: why an answer is refused, whose turn it is, how a game ended."""

from rulespec.wording.reasons.refusals import cannot, not_asked, why_not
from rulespec.wording.reasons.situation import Reason, not_performed, reasons, why
from rulespec.wording.reasons.vocabulary import understood

__all__ = ["Reason", "cannot", "not_asked", "not_performed", "reasons", "understood", "why", "why_not"]
