"""What an impact comes to, in a few sentences for whoever knows the game and no statistics."""

from palast.verdict.sentences import Verdict, players, so_far, verdict

__all__ = ["Verdict", "players", "so_far", "verdict"]
