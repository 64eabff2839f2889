"""Palastgeflüster by its three source texts, on the rules engine `rulespec`."""

import sys
from pathlib import PurePath
from typing import TYPE_CHECKING

try:
    from palast.rulesets import assist, layers, load, rulesets
    from rulespec.language.exports import on_demand
except KeyboardInterrupt:
    if sys.argv[0] == "-m" or PurePath(sys.argv[0]).stem == "palast":  # run as the command, not imported
        raise SystemExit(130) from None
    raise

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
    "layers",
    "load",
    "play",
    "playout",
    "random_agent",
    "reformat",
    "rollout_agent",
    "rulesets",
    "simulate",
]

if TYPE_CHECKING:
    from rulespec.agents import agent_named, ismcts_agent, rollout_agent
    from rulespec.agents.play import Record, play, playout, random_agent
    from rulespec.engine.pending import Chance, Decision, Option, Over
    from rulespec.experiments.comparison import compare
    from rulespec.experiments.impact import impact
    from rulespec.experiments.simulation import simulate
    from rulespec.game.api import SPECTATOR, LastSeen, Location, State, View
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
else:  # for speed, as in `rulespec`
    __getattr__, __dir__ = on_demand(
        globals(),
        {
            "rulespec.agents": "agent_named ismcts_agent rollout_agent",
            "rulespec.game.api": "SPECTATOR LastSeen Location State View",
            "rulespec.game.ruleset": "Ruleset",
            "rulespec.language.errors": "BudgetExceededError GameStoppedError IllegalAction RulesError "
            "SimulationError WorldsError",
            "rulespec.experiments.comparison": "compare",
            "rulespec.experiments.impact": "impact",
            "rulespec.experiments.simulation": "simulate",
            "rulespec.language.formatting": "reformat",
            "rulespec.rules.material": "Card",
            "rulespec.engine.pending": "Chance Decision Option Over",
            "rulespec.agents.play": "Record play playout random_agent",
        },
    )
