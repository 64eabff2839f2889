"""Any game of the language as a Python game of OpenSpiel."""

from rulespec.openspiel.games import Game, State, game, register

__all__ = ["Game", "State", "game", "register"]
