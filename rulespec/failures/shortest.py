"""The shortest game that fails: found by trying shorter and simpler ones, always in the same order."""

from contextlib import suppress

from rulespec.api import State
from rulespec.failures.attempt import Attempt, Begin, Fails, Judged
from rulespec.failures.found import Found
from rulespec.failures.moves import Move, move
from rulespec.failures.near import nearer
from rulespec.failures.removing import fewer_answers, fewer_rounds, fewer_turns
from rulespec.failures.replacing import other_answers, other_cards, other_rounds
from rulespec.failures.search import Search
from rulespec.failures.seating import fewer_players, other_beginners, other_players, other_seats
from rulespec.failures.starting import anew
from rulespec.failures.trials import ExhaustedError, Trials
from rulespec.history import begun, history

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
    Search.plainer,
)


def shortest(state: State, fails: Fails, *, effort: int = EFFORT) -> State:
    """The shortest game found at whose end `fails` holds, beginning with the one that led to a state.

    It has as few answers of players as possible, then as few of chance, then few players and simple answers. With the
    same `effort`, which counts the answers tried, the same is found. Where `fails` holds nowhere on the way, that is a
    `ValueError`. Fewer players are tried, too, and where it asks for a seat that is not there, it does not hold.
    """

    def fails_elsewhere(other: State) -> bool:
        try:
            return fails(other)
        except LookupError:
            return False

    def begin(first: State) -> Judged:
        return Judged(first, fails if first.players == state.players else fails_elsewhere)

    return shortest_attempt(state, begin, effort=effort).state


def shortest_attempt(state: State, begin: Begin, *, effort: int = EFFORT) -> Attempt:
    """The same for failures that show on the way to a state, or need more than the state to be seen."""
    trials = Trials(state, begin, effort)
    search = Search(trials, _given(trials))
    with suppress(ExhaustedError):
        anew(search)
        before = None
        while search.best is not before:
            before = search.best
            for shorten in PASSES:
                shorten(search)
    return search.best.way[-1]


def _given(trials: Trials) -> Found:
    """The game that led to a state, up to where it fails first."""
    state = trials.state
    way = [trials.beginning(state.players, begun(state).first)]
    moves: list[Move] = []
    for here, option in history(state):
        if way[-1].failed:
            break
        moves.append(move(here, option))
        way.append(way[-1].after(option))
    if not way[-1].failed:
        raise ValueError("nothing fails on the way to this state")
    return Found(tuple(way), tuple(moves))
