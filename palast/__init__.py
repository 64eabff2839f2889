"""Palastgeflüster by its three source texts, on the rules engine `rulespec`."""

import sys
from pathlib import PurePath

try:
    from palast.rulesets import assist, layers, load, rulesets
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
    from rulespec.play import Record, play, playout, random_agent
except KeyboardInterrupt:
    if sys.argv[0] == "-m" or PurePath(sys.argv[0]).stem == "palast":  # run as the command, not imported
        raise SystemExit(130) from None
    raise

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
    "assist",
    "layers",
    "load",
    "play",
    "playout",
    "random_agent",
    "rulesets",
]
