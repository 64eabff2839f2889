"""Hunting for leaks: games are played at random, and go on in two worlds from wherever two cards could be exchanged."""

from collections.abc import Callable, Iterable, Iterator
from itertools import count, islice
from random import Random

from rulespec.engine.pending import Over
from rulespec.engine.state import State
from rulespec.leaks.leak import Leak
from rulespec.leaks.lockstep import Lockstep, Pick
from rulespec.leaks.witness import Witness
from rulespec.ruleset import Ruleset

EFFORT = 50_000  # events looked through in all, about a second or two
FORKS = 12  # in each game
MOST = 600  # forks in all: a small game is soon known
ANSWERS = 10  # of players, after a fork
OPENING = 200  # answers of players and of chance before the last fork, at the most


def find_leak(
    rules: Ruleset, players: int | Iterable[int] | None = None, *, effort: int = EFFORT, seed: int = 0
) -> Leak | None:
    """The first leak that a hunt comes upon."""
    return next(leaks(rules, players, effort=effort, seed=seed), None)


def leaks(
    rules: Ruleset, players: int | Iterable[int] | None = None, *, effort: int = EFFORT, seed: int = 0
) -> Iterator[Leak]:
    """What a hunt through random games finds, each clause that leaks once."""
    told = set()
    for worlds in islice(_forks(rules, players, seed), MOST):
        leak = worlds.leak(ANSWERS)
        if leak is not None and leak.clause not in told:
            told.add(leak.clause)
            yield leak
        effort -= worlds.looked_through
        if effort < 0:
            return


def _forks(rules: Ruleset, players: int | Iterable[int] | None, seed: int) -> Iterator[Lockstep]:
    """Pairs of worlds without end, all numbers of players in turn."""
    counts = [players] if isinstance(players, int) else sorted(players or rules.players)
    for game in count():
        random = Random(f"{seed} {game}").random

        def pick(many: int, random: Callable[[], float] = random) -> int:
            return int(random() * many)

        number = counts[game % len(counts)]
        states = list(reached(rules.new_game(number, pick(number)), pick, OPENING))
        yield fork_at(states[0], pick)
        for _ in range(FORKS - 1):
            yield fork_at(states[pick(len(states))], pick)


def reached(state: State, pick: Pick, answers: int) -> Iterator[State]:
    """The states on the way of a game that goes on with so many answers, as long as there is something to answer."""
    while not isinstance(state.pending, Over):
        yield state
        if not answers:
            return
        answers -= 1
        state = state.apply(state.pending.options[pick(len(state.pending.options))])


def fork_at(state: State, pick: Pick) -> Lockstep:
    """Two worlds that begin with a state, or with two positions like it in which two cards have changed places."""
    witness = Witness(state._program, pick(state.players))
    zones = state.position[0]
    hidden = [place for place in range(len(zones)) if zones[place] and not witness.sees(place)]
    if not hidden:
        return Lockstep(state, state, (), pick)
    if pick(2):
        return _laid(state, [card for place in hidden for card in zones[place]], pick)
    ordered = state._program.material.places
    rooms = [place for place in hidden if len(zones[place]) > 1 and not ordered[place].zone.ordered]
    if not rooms:
        return Lockstep(state, state, (), pick)
    return Lockstep(state, state, _two_of(list(zones[rooms[pick(len(rooms))]]), pick), pick)


def _laid(state: State, cards: list[int], pick: Pick) -> Lockstep:
    """The turn begins in a position as it is, and in the one with two cards exchanged."""
    exchanged = _two_of(cards, pick) if len(cards) > 1 else ()
    swap = dict(zip(exchanged, reversed(exchanged), strict=True))
    places, zones, variables = state._program.material.places, state.position[0], state.position[1]
    turned = []
    for place, held in zip(places, zones, strict=True):
        lying = tuple(swap.get(card, card) for card in held)
        turned.append(lying if place.zone.ordered else tuple(sorted(lying)))
    one, other = (
        state.rules.restart(state.players, state.active, laid, variables) for laid in (zones, tuple(turned))
    )
    return Lockstep(one, other, exchanged, pick)


def _two_of(cards: list[int], pick: Pick) -> tuple[int, int]:
    first = cards.pop(pick(len(cards)))
    return first, cards[pick(len(cards))]
