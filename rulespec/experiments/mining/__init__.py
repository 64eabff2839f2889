"""Mined laws: conjectures from games, in the notation of rule files."""

from rulespec.experiments.mining.changes import Changes, changes
from rulespec.experiments.mining.miner import GAMES, mine
from rulespec.experiments.mining.report import ChangedLaw, Mined, MinedLaw, NearLaw

__all__ = ["GAMES", "ChangedLaw", "Changes", "Mined", "MinedLaw", "NearLaw", "changes", "mine"]
