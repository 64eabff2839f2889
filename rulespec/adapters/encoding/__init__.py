"""Games in numbers, for frameworks: actions, observations, and how far a game can go at most."""

from rulespec.adapters.encoding.reach import Limits, limits

__all__ = ["Limits", "limits"]
