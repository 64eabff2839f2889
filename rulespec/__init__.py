"""A declarative rules engine for card games with hidden information."""

from importlib import import_module
from typing import TYPE_CHECKING

from rulespec.api import SPECTATOR, LastSeen, Ruleset, State, View
from rulespec.errors import IllegalAction, RulesError, SimulationError, WorldsError
from rulespec.load import load
from rulespec.material import Card
from rulespec.pending import Chance, Decision, Option, Over

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
    "assist",
    "compare",
    "impact",
    "load",
    "reformat",
    "simulate",
]

if TYPE_CHECKING:
    from rulespec.assistance import assist
    from rulespec.comparisons import compare
    from rulespec.formatting import reformat
    from rulespec.impacts import impact
    from rulespec.simulations import simulate
else:  # for speed: importing these rooms, too, would take a quarter longer
    _ROOMS = {
        "assist": "rulespec.assistance",
        "compare": "rulespec.comparisons",
        "impact": "rulespec.impacts",
        "reformat": "rulespec.formatting",
        "simulate": "rulespec.simulations",
    }

    def __getattr__(name: str) -> object:
        if name not in _ROOMS:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = getattr(import_module(_ROOMS[name]), name)
        return globals()[name]

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
