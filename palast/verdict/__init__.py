"""The verdict of an impact: a few sentences for people who know the game and no statistics."""

from palast.verdict.sentences import Verdict, players, so_far, verdict

__all__ = ["Verdict", "players", "so_far", "verdict"]
