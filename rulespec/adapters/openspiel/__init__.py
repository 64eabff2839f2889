"""Any ruleset as a Python game of OpenSpiel."""

from rulespec.adapters.openspiel.games import Game, game, register
from rulespec.adapters.openspiel.states import State

__all__ = ["Game", "State", "game", "register"]
