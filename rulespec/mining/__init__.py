"""Mined laws: what seems to hold in every game, found by playing, written as a rule file says it."""

from rulespec.mining.changes import Changes, changes
from rulespec.mining.mining import GAMES, mine
from rulespec.mining.report import ChangedLaw, Mined, MinedLaw, NearLaw

__all__ = ["GAMES", "ChangedLaw", "Changes", "Mined", "MinedLaw", "NearLaw", "changes", "mine"]
