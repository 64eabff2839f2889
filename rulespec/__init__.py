"""A declarative rules engine for card games with hidden information."""

from typing import TYPE_CHECKING

from rulespec.exports import on_demand

__all__ = [
    "SPECTATOR",
    "BudgetExceededError",
    "Card",
    "Chance",
    "Decision",
    "GameStoppedError",
    "IllegalAction",
    "LastSeen",
    "Location",
    "Option",
    "Over",
    "RulesError",
    "Ruleset",
    "SimulationError",
    "State",
    "View",
    "WorldsError",
    "assist",
    "compare",
    "impact",
    "load",
    "reformat",
    "simulate",
]

if TYPE_CHECKING:
    from rulespec.api import SPECTATOR, LastSeen, Location, Ruleset, State, View
    from rulespec.assistance import assist
    from rulespec.errors import (
        BudgetExceededError,
        GameStoppedError,
        IllegalAction,
        RulesError,
        SimulationError,
        WorldsError,
    )
    from rulespec.experiments.comparison import compare
    from rulespec.experiments.impact import impact
    from rulespec.experiments.simulation import simulate
    from rulespec.formatting import reformat
    from rulespec.loading import load
    from rulespec.material import Card
    from rulespec.pending import Chance, Decision, Option, Over
else:  # for speed: what a program does not use takes a third of a second; and the command's `--version` uses none of it
    __getattr__, __dir__ = on_demand(
        globals(),
        {
            "rulespec.api": "SPECTATOR LastSeen Location Ruleset State View",
            "rulespec.assistance": "assist",
            "rulespec.experiments.comparison": "compare",
            "rulespec.errors": "BudgetExceededError GameStoppedError IllegalAction RulesError "
            "SimulationError WorldsError",
            "rulespec.formatting": "reformat",
            "rulespec.experiments.impact": "impact",
            "rulespec.loading": "load",
            "rulespec.material": "Card",
            "rulespec.pending": "Chance Decision Option Over",
            "rulespec.experiments.simulation": "simulate",
        },
    )
