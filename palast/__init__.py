"""Palastgeflüster by its three source texts, on the rules engine `rulespec`."""

from palast.rulesets import layers, load, rulesets
from rulespec import (
    SPECTATOR,
    Card,
    Chance,
    Decision,
    IllegalAction,
    Option,
    Over,
    RulesError,
    Ruleset,
    State,
    View,
    WorldsError,
)
from rulespec.play import Record, play, random_agent

__all__ = [
    "SPECTATOR",
    "Card",
    "Chance",
    "Decision",
    "IllegalAction",
    "Option",
    "Over",
    "Record",
    "RulesError",
    "Ruleset",
    "State",
    "View",
    "WorldsError",
    "layers",
    "load",
    "play",
    "random_agent",
    "rulesets",
]
