"""Palastgeflüster by its three source texts, on the rules engine `rulespec`."""

from palast.rulesets import layers, load, rulesets
from rulespec import Card, Chance, Decision, IllegalAction, Option, Over, RulesError, Ruleset, State
from rulespec.play import Record, play, random_agent

__all__ = [
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
    "layers",
    "load",
    "play",
    "random_agent",
    "rulesets",
]
