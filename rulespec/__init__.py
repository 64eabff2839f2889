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
    "Record",
    "RulesError",
    "Ruleset",
    "SimulationError",
    "State",
    "View",
    "WorldsError",
    "agent_named",
    "assist",
    "compare",
    "impact",
    "ismcts_agent",
    "load",
    "playout",
    "random_agent",
    "reformat",
    "rollout_agent",
    "simulate",
]

if TYPE_CHECKING:
    from rulespec.agents import agent_named, ismcts_agent, rollout_agent
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
    from rulespec.play import Record, playout, random_agent
else:  # for speed: what a program does not use takes a third of a second; and the command's `--version` uses none of it
    __getattr__, __dir__ = on_demand(
        globals(),
        {
            "rulespec.agents": "agent_named ismcts_agent rollout_agent",
            "rulespec.api": "SPECTATOR LastSeen Location Ruleset State View",
            "rulespec.assistance": "assist",
            "rulespec.errors": "BudgetExceededError GameStoppedError IllegalAction RulesError "
            "SimulationError WorldsError",
            "rulespec.experiments.comparison": "compare",
            "rulespec.experiments.impact": "impact",
            "rulespec.experiments.simulation": "simulate",
            "rulespec.formatting": "reformat",
            "rulespec.loading": "load",
            "rulespec.material": "Card",
            "rulespec.pending": "Chance Decision Option Over",
            "rulespec.play": "Record playout random_agent",
        },
    )
