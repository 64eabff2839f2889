"""Palastgeflüster by its three source texts, on the rules engine `rulespec`."""

import sys
from pathlib import PurePath
from typing import TYPE_CHECKING

try:
    from palast.rulesets import assist, layers, load, rulesets
    from rulespec.exports import on_demand
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
    "Option",
    "Over",
    "Record",
    "RulesError",
    "Ruleset",
    "State",
    "View",
    "WorldsError",
    "assist",
    "layers",
    "load",
    "play",
    "playout",
    "random_agent",
    "rulesets",
]

if TYPE_CHECKING:
    from rulespec.api import SPECTATOR, Ruleset, State, View
    from rulespec.errors import BudgetExceededError, GameStoppedError, IllegalAction, RulesError, WorldsError
    from rulespec.material import Card
    from rulespec.pending import Chance, Decision, Option, Over
    from rulespec.play import Record, play, playout, random_agent
else:  # for speed, as in `rulespec`
    __getattr__, __dir__ = on_demand(
        globals(),
        {
            "rulespec.api": "SPECTATOR Ruleset State View",
            "rulespec.errors": "BudgetExceededError GameStoppedError IllegalAction RulesError WorldsError",
            "rulespec.material": "Card",
            "rulespec.pending": "Chance Decision Option Over",
            "rulespec.play": "Record play playout random_agent",
        },
    )
