"""Laws that a game of the hunt broke, each with the shortest game that breaks it."""

from rulespec.api import State
from rulespec.failures import shortest_breaking
from rulespec.hunt.report import Finding
from rulespec.laws import Broken


def broken_law(broken: Broken, state: State) -> Finding:
    """A law that was broken on the way to a state."""
    state, broken = shortest_breaking(state, broken.key)
    return Finding(broken.problem, state)
