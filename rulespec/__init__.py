"""A declarative rules engine for card games with hidden information."""

from typing import TYPE_CHECKING

from rulespec.language.exports import on_demand

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
    "play",
    "playout",
    "random_agent",
    "reformat",
    "rollout_agent",
    "simulate",
]

if TYPE_CHECKING:
    from rulespec.agents import agent_named, ismcts_agent, rollout_agent
    from rulespec.agents.play import Record, play, playout, random_agent
    from rulespec.editing.assistance import assist
    from rulespec.engine.pending import Chance, Decision, Option, Over
    from rulespec.experiments.comparison import compare
    from rulespec.experiments.impact import impact
    from rulespec.experiments.simulation import simulate
    from rulespec.game.api import SPECTATOR, LastSeen, Location, State, View
    from rulespec.game.loading import load
    from rulespec.game.ruleset import Ruleset
    from rulespec.language.errors import (
        BudgetExceededError,
        GameStoppedError,
        IllegalAction,
        RulesError,
        SimulationError,
        WorldsError,
    )
    from rulespec.language.formatting import reformat
    from rulespec.rules.material import Card
else:  # for speed: what a program does not use takes a third of a second; and the command's `--version` uses none of it
    __getattr__, __dir__ = on_demand(
        globals(),
        {
            "rulespec.agents": "agent_named ismcts_agent rollout_agent",
            "rulespec.game.api": "SPECTATOR LastSeen Location State View",
            "rulespec.game.ruleset": "Ruleset",
            "rulespec.editing.assistance": "assist",
            "rulespec.language.errors": "BudgetExceededError GameStoppedError IllegalAction RulesError "
            "SimulationError WorldsError",
            "rulespec.experiments.comparison": "compare",
            "rulespec.experiments.impact": "impact",
            "rulespec.experiments.simulation": "simulate",
            "rulespec.language.formatting": "reformat",
            "rulespec.game.loading": "load",
            "rulespec.rules.material": "Card",
            "rulespec.engine.pending": "Chance Decision Option Over",
            "rulespec.agents.play": "Record play playout random_agent",
        },
    )
