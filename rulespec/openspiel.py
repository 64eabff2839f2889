"""Public entry to `rulespec.adapters.openspiel`: any ruleset as a game of OpenSpiel."""

from rulespec.adapters.openspiel import Game, State, game, register

__all__ = ["Game", "State", "game", "register"]
