"""Texts for people, beside the rules: what is asked at the table, in the words of one language."""

from rulespec.wording.answered import answered
from rulespec.wording.wording import Wording, wording

__all__ = ["Wording", "answered", "wording"]
