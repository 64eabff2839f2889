"""Any ruleset as a Python game of OpenSpiel."""

from rulespec.openspiel.games import Game, game, register
from rulespec.openspiel.states import State

__all__ = ["Game", "State", "game", "register"]
