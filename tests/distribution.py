"""An oracle for samples: the probability of every world of a view, found by playing all games that look the same.

It does not use the sampler. A world is a position, and its weight is the probability that a game leads there: the
product of the chance probabilities on the way and, for each decision, one over the number of its options. If the rules
ask for a set card by card, each card is a decision. Games that reach the same position at the same moment continue in
the same ways, so the oracle merges them and adds up their weights; it never lists the orders of hidden draws.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from math import fsum
from typing import Any

from scipy.stats import chisquare

from rulespec import Over, State
from rulespec.engine.events import kinds as k
from rulespec.engine.events.log import RawEvent
from rulespec.engine.options import HIDDEN
from rulespec.engine.python.memory import BitMemory
from rulespec.engine.python.position import Position
from rulespec.game.history import begun, history

LEAST_EXPECTED = 5  # chi-square merges worlds with a smaller expected count

Weighted = tuple[State, float]
Places = Sequence[tuple[int, ...]]  # where each card can be, after each event


class TooManyError(Exception):
    """Too many positions are possible at one moment."""


def probabilities(state: State, seat: int, most: int = 20_000, *, recall: bool = True) -> dict[Position, float]:
    """The probability of each world of a seat's view; a `TooManyError` if a moment has more than `most` positions.

    With `recall`, the oracle drops a game as soon as a card is in a place that contradicts a later observation. This
    saves time and changes no result.
    """
    view = state.view(seat)
    heard, now, found = tuple(view.heard), view.now, defaultdict[Position, float](float)
    may = BitMemory(state.game.hearing(seat), heard).may if recall else None
    games: Iterable[Weighted] = ((each, 1.0) for each in _beginnings(state, seat))
    while merged := _merged(games, seat, heard, may, most):
        for (count, position), (each, weight) in merged.items():
            if count == len(heard) and each.view(seat).now == now:
                found[position] += weight
        games = _continued(merged.values())
    return _shares(found)


def _shares(weights: Mapping[Position, float]) -> dict[Position, float]:
    total = fsum(weights.values())
    return {position: weight / total for position, weight in weights.items()}


def _merged(
    games: Iterable[Weighted], seat: int, heard: tuple[RawEvent, ...], may: Places | None, most: int
) -> dict[tuple[int, Position], Weighted]:
    """The games that agree with the observations so far, one for each position and number of observed events."""
    found: dict[tuple[int, Position], Weighted] = {}
    for state, weight in games:
        so_far = tuple(state.view(seat).heard)
        count = len(so_far)
        if so_far != heard[:count] or (may is not None and not _allowed(state.where, may[count - 1])):
            continue
        key = count, state.position
        first, others = found.get(key, (state, 0.0))
        found[key] = first, others + weight
        if len(found) > most:
            raise TooManyError
    return found


def _allowed(where: tuple[int, ...], may: tuple[int, ...]) -> bool:
    return all(places >> place & 1 for place, places in zip(where, may, strict=True))


def _continued(games: Iterable[Weighted]) -> Iterator[Weighted]:
    """The games after one more answer; all options are equally likely, for players as for chance."""
    for state, weight in games:
        if not isinstance(state.pending, Over):
            options = state.pending.options
            for option in options:
                yield state.apply(option), weight / len(options)


def _beginnings(state: State, seat: int) -> Iterator[State]:
    """All equally likely beginnings: one, or every arrangement of the hidden cards of a given position."""
    begin = begun(state)
    if begin.zones is None:
        yield State.begin(state.game, begin.first)
        return
    seen = k.began(state.view(seat).heard[0]).zones
    assert seen is not None
    known = {card for cards in seen for card in cards}
    unseen = [card for card in range(len(state.game.material.cards)) if card not in known]
    rows = state.game.program.plan.table.rows
    for zones in _arranged(unseen, [*zip(seen, rows, strict=True)]):
        yield State.begin(state.game, begin.first, zones, begin.variables)


def _arranged(cards: list[int], zones: list[tuple[tuple[Any, ...], bool]]) -> Iterator[tuple[tuple[int, ...], ...]]:
    if not zones:
        yield ()
        return
    (seen, is_row), *others = zones
    ways = (permutations if is_row else combinations)(cards, len(seen)) if HIDDEN in seen else [seen]
    for here in ways:
        for rest in _arranged([card for card in cards if card not in here], others):
            yield here, *rest


# ---- complete lists


def listed(worlds: Iterable[State]) -> dict[Position, float]:
    """The probability of each world, from a complete list of games with equally likely beginnings."""
    found = defaultdict[Position, float](float)
    for world in worlds:
        found[world.position] += float(weight_of(world))
    return _shares(found)


def weight_of(world: State) -> Fraction:
    """The probability of the answers in a world's history."""
    weight = Fraction(1)
    for before, _ in history(world):
        assert not isinstance(before.pending, Over)
        weight /= len(before.pending.options)
    return weight


# ---- chi-square


def p_value(found: Mapping[Position, int], expected: Mapping[Position, float]) -> float:
    """The p-value of chi-square for counts that should follow the expected probabilities."""
    times, counts, shares = sum(found.values()), [0], [0.0]
    assert found.keys() <= expected.keys(), "not in the list of worlds"
    for position in sorted(expected, key=expected.__getitem__):
        if shares[-1] >= LEAST_EXPECTED:
            counts, shares = [*counts, 0], [*shares, 0.0]
        counts[-1] += found.get(position, 0)
        shares[-1] += expected[position] * times
    if len(shares) > 1 and shares[-1] < LEAST_EXPECTED:
        counts[-2:], shares[-2:] = [sum(counts[-2:])], [sum(shares[-2:])]
    return 1.0 if len(counts) == 1 else float(chisquare(counts, shares).pvalue)
