"""A declarative rules engine for card games with hidden information."""

from rulespec.api import SPECTATOR, LastSeen, Ruleset, State, View
from rulespec.compare import compare
from rulespec.errors import IllegalAction, RulesError, SimulationError, WorldsError
from rulespec.load import load
from rulespec.material import Card
from rulespec.pending import Chance, Decision, Option, Over
from rulespec.simulate import simulate

__all__ = [
    "SPECTATOR",
    "Card",
    "Chance",
    "Decision",
    "IllegalAction",
    "LastSeen",
    "Option",
    "Over",
    "RulesError",
    "Ruleset",
    "SimulationError",
    "State",
    "View",
    "WorldsError",
    "compare",
    "load",
    "simulate",
]
