"""A declarative rules engine for card games with hidden information."""

from rulespec.errors import IllegalAction, RulesError, WorldsError
from rulespec.load import load
from rulespec.pending import Chance, Decision, Option, Over
from rulespec.plan.material import Card
from rulespec.ruleset import Ruleset
from rulespec.state import State
from rulespec.view import SPECTATOR, View

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
