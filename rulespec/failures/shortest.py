"""The shortest game that fails: found by trying shorter and simpler ones, always in the same order."""

from rulespec.api import State
from rulespec.failures.attempt import Attempt, Begin, Fails, Judged
from rulespec.history import answers, beginning

EFFORT = 100_000  # answers of players and of chance that are tried, about ten seconds


def shortest(state: State, fails: Fails, *, effort: int = EFFORT, seconds: float | None = None) -> State:
    """The shortest game found at whose end `fails` holds, beginning with the one that led to a state.

    It has as few answers of players as possible, then as few players and draws, then the simplest answers. Within the
    same `effort` the same is found; with `seconds` the search may end sooner. Where `fails` holds nowhere on the way,
    that is a `ValueError`.
    """
    return shortest_attempt(state, lambda first: Judged(first, fails), effort=effort, seconds=seconds).state


def shortest_attempt(state: State, begin: Begin, *, effort: int = EFFORT, seconds: float | None = None) -> Attempt:
    """The same for failures that show on the way to a state, or need more than the state to be seen."""
    attempt = begin(beginning(state))
    for option in answers(state):
        if attempt.failed:
            break
        attempt = attempt.after(option)
    if not attempt.failed:
        raise ValueError("nothing fails on the way to this state")
    return attempt
