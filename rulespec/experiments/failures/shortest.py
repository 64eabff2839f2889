"""The shortest game that fails: a deterministic local search through shorter and simpler games."""

from contextlib import suppress

from rulespec.engine.pending import Option
from rulespec.experiments.failures.attempt import Attempt, Begin, Fails, PredicateAttempt
from rulespec.experiments.failures.failing_game import FailingGame, found
from rulespec.experiments.failures.local_search import LocalSearch
from rulespec.experiments.failures.neighborhood import nearer
from rulespec.experiments.failures.random_games import anew
from rulespec.experiments.failures.reduction import (
    fewer_answers,
    fewer_rounds,
    fewer_turns,
    other_answers,
    other_cards,
    other_rounds,
)
from rulespec.experiments.failures.seats import fewer_players, other_beginners, other_players, other_seats
from rulespec.experiments.failures.trials import ExhaustedError, Trials
from rulespec.game.api import State
from rulespec.game.history import begun, history

EFFORT = 60_000  # answers of players and of chance that are tried, two to four seconds

PASSES = (
    fewer_rounds,
    other_rounds,
    fewer_turns,
    other_rounds,
    fewer_players,
    other_beginners,
    fewer_answers,
    other_cards,
    other_answers,
    other_players,
    nearer,
    other_seats,
    LocalSearch.plainer,
)


def shortest(state: State, fails: Fails, *, effort: int = EFFORT) -> State:
    """The shortest game found at whose end `fails` holds; the search starts from the game that led to `state`.

    It has as few answers of players as possible, then as few of chance, then few players and simple answers. `effort`
    bounds the answers tried; the search is deterministic. Fewer players are tried, too: that `fails` raises a
    `LookupError` for a missing seat counts as False. A `ValueError` if it holds nowhere on the way to `state`.
    """

    def fails_elsewhere(other: State) -> bool:
        try:
            return fails(other)
        except LookupError:
            return False

    def begin(first: State) -> PredicateAttempt:
        return PredicateAttempt(first, fails if first.players == state.players else fails_elsewhere)

    return shortest_attempt(state, begin, effort=effort).state


def shortest_attempt(state: State, begin: Begin, *, effort: int = EFFORT) -> Attempt:
    """As `shortest`, for failures that are seen between two states, or need more than a state: the last attempt."""
    trials = Trials(state, begin, effort)
    search = LocalSearch(trials, _given(trials))
    with suppress(ExhaustedError):
        anew(search)
        before = None
        while search.best is not before:
            before = search.best
            for shorten in PASSES:
                shorten(search)
    return search.best.way[-1]


def _given(trials: Trials) -> FailingGame:
    """The game that led to a state, up to its first failure."""
    state = trials.state
    way, options = [trials.beginning(state.players, begun(state).first)], list[Option]()
    for _, option in history(state):
        if way[-1].failed:
            break
        options.append(option)
        way.append(way[-1].after(option))
    if not way[-1].failed:
        raise ValueError("no failure occurs on the way to this state")
    return found(way, options)
