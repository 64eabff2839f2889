"""Texts for people, beside the rules: what is said at the table, in the words of one language."""

from rulespec.wording.speech import Speech, speech
from rulespec.wording.wording import Wording, wording

__all__ = ["Speech", "Wording", "speech", "wording"]
