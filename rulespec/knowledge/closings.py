"""When players who answered at the same time move cards: each of what he alone saw, so no card moves twice."""

from collections.abc import Iterator, Sequence
from typing import Any

from rulespec.events import kinds as k
from rulespec.events.log import RawEvent
from rulespec.material import Material
from rulespec.run.tracks import Closing

ANSWERED = {k.PICK, k.COMMIT, k.REVEAL}


def closings(
    heard: Sequence[RawEvent], material: Material, moves: frozenset[int], start: int, end: int
) -> Iterator[Closing]:
    """The closings after moment `start`, up to moment `end`, counted from the start; `moves` are statements that wait.

    One is a row of events of the same statement, just after an answer, of a different player each.
    """
    moment = start + 1
    while moment <= end:
        first, seats = moment, set[int]()
        while moment <= end and _waited(heard[moment], heard[first], material, moves) and heard[moment][2] not in seats:
            seats.add(heard[moment][2])
            moment += 1
        if len(seats) > 1 and heard[first - 1][0] in ANSWERED:
            yield first - 1 - start, moment - 1 - start
        moment += not seats


def _waited(event: RawEvent, first: RawEvent, material: Material, moves: frozenset[int]) -> bool:
    """Whether an event is a move that waited, from where its player alone saw the cards, by the same statement."""
    if event[0] != k.MOVE or event[1] not in moves or event[1] != first[1]:
        return False
    moved: Any = k.read(event)
    return all(material.places[place].keeper == moved.seat for place in moved.sources)
