"""Games with fewer players, and games in which others begin or play."""

from collections.abc import Iterator
from itertools import combinations, product

from attrs import evolve

from rulespec.experiments.failures.local_search import LocalSearch
from rulespec.experiments.failures.moves import Move, Seats, reseated
from rulespec.experiments.failures.replay import Script


def fewer_players(search: LocalSearch) -> None:
    """Tries fewer players, in all combinations of those who stay."""
    if search.trials.laid:
        return
    for players in [each for each in search.trials.state.rules.players if each < search.players]:
        for stay, cards in product(combinations(range(search.players), players), (False, True)):
            seats = [stay.index(seat) if seat in stay else None for seat in range(search.players)]
            first = seats[search.script.first] or 0
            if search.better(_reseated(search, players, first, seats, cards=cards)):
                return


def other_beginners(search: LocalSearch) -> None:
    """Lets each other player begin: earlier turns may not be needed."""
    if not search.trials.laid:
        for first in range(search.players):
            search.better(evolve(search.script, first=first), removed=True)


def other_players(search: LocalSearch) -> None:
    """Lets each other player play a turn, also in the place of the turn before."""
    at = 0
    while at < len(turns := search.best.parts(rounds=False)):
        at += not any(search.shorter(moves, removed=True) for moves in _by_others(search, turns, at))


def _by_others(search: LocalSearch, turns: list[tuple[int, int]], at: int) -> Iterator[tuple[Move, ...]]:
    moves, (start, end) = search.best.moves, turns[at]
    player = next((each.seat for each in moves[start:end] if not each.chance), None)
    if player is None:
        return
    for other in range(search.players):
        seats = [other if seat == player else seat for seat in range(search.players)]
        if other != player:
            turn = [each.of_seat(seats) or each for each in moves[start:end]]
            for before in dict.fromkeys((start, turns[max(at - 1, 0)][0])):
                yield (*moves[:before], *turn, *moves[end:])


def other_seats(search: LocalSearch) -> None:
    """Rotates the seats so that the first one begins."""
    first, players = search.script.first, search.players
    if first and not search.trials.laid:
        seats = [(seat - first) % players for seat in range(players)]
        for cards in (False, True):
            search.better(_reseated(search, players, 0, seats, cards=cards))


def _reseated(search: LocalSearch, players: int, first: int, seats: Seats, *, cards: bool) -> Script:
    names, new = (search.trials.state.rules.game(many).seat_names for many in (search.players, players))
    return Script(players, first, tuple(reseated(search.best.moves, seats, names, new, cards=cards)))
