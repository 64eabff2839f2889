"""The beginning of a house rule, or of a game: a few lines that work already, to be changed."""

from palast.drafts.drafting import draft
from palast.drafts.report import KINDS, Draft, Kind, Refused

__all__ = ["KINDS", "Draft", "Kind", "Refused", "draft"]
