"""A game that stops as its rules take too many steps: the error with a game that shows it."""

from collections.abc import Iterable
from random import Random

from rulespec.experiments.failures import stopped
from rulespec.experiments.hunt.report import Finding
from rulespec.game.api import Ruleset, State
from rulespec.language.errors import BudgetExceededError

ANSWERS = 20_000  # of random games that look for one that stops


def stopping(rules: Ruleset, numbers: Iterable[int], seed: int, error: BudgetExceededError) -> Finding:
    """The finding for an error of rules, with a random game that stops, if one is found soon."""
    state, found = _game(rules, list(numbers), Random(f"{seed} stopping")) or (None, error)
    return Finding(stopped(rules, found), state)


def _game(rules: Ruleset, numbers: list[int], chance: Random) -> tuple[State, BudgetExceededError] | None:
    """A random game up to its last question, and why it stops there."""
    left = ANSWERS
    while left > 0:
        state = rules.new_game(chance.choice(numbers))
        while state.raws and left > 0:
            left -= 1
            try:
                state = state.next(chance.choice(state.raws))
            except BudgetExceededError as error:
                return state, error
        left -= 1
    return None
