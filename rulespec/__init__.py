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
    from rulespec.comparisons import compare
    from rulespec.errors import (
        BudgetExceededError,
        GameStoppedError,
        IllegalAction,
        RulesError,
        SimulationError,
        WorldsError,
    )
    from rulespec.formatting import reformat
    from rulespec.impacts import impact
    from rulespec.loading import load
    from rulespec.material import Card
    from rulespec.pending import Chance, Decision, Option, Over
    from rulespec.simulations import simulate
else:  # for speed: what a program does not use takes a third of a second; and the command's `--version` uses none of it
    __getattr__, __dir__ = on_demand(
        globals(),
        {
            "rulespec.api": "SPECTATOR LastSeen Location Ruleset State View",
            "rulespec.assistance": "assist",
            "rulespec.comparisons": "compare",
            "rulespec.errors": "BudgetExceededError GameStoppedError IllegalAction RulesError "
            "SimulationError WorldsError",
            "rulespec.formatting": "reformat",
            "rulespec.impacts": "impact",
            "rulespec.loading": "load",
            "rulespec.material": "Card",
            "rulespec.pending": "Chance Decision Option Over",
            "rulespec.simulations": "simulate",
        },
    )
