"""A declarative rules engine for card games with hidden information."""

from rulespec.engine.knowledge.view import SPECTATOR, View
from rulespec.engine.material import Card
from rulespec.engine.pending import Chance, Decision, Option, Over
from rulespec.engine.state import State
from rulespec.errors import IllegalAction, RulesError, WorldsError
from rulespec.load import load
from rulespec.ruleset import Ruleset

__all__ = [
    "SPECTATOR",
    "Card",
    "Chance",
    "Decision",
    "IllegalAction",
    "Option",
    "Over",
    "RulesError",
    "Ruleset",
    "State",
    "View",
    "WorldsError",
    "load",
]
