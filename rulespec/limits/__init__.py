"""How far a game can go, at most: derived from its rules, exact where it has few positions."""

from rulespec.limits.reach import Limits, limits

__all__ = ["Limits", "limits"]
