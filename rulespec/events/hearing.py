"""What one player hears of an event: the event itself, with `HIDDEN` in place of every card that he does not see.

Who sees which card follows from the zones alone: whoever could see where it came from, or can see where it went. All
that a player is ever told is told from what is heard here, so nothing else can slip out.
"""

from collections.abc import Iterator
from typing import Any

from rulespec.run.machine import Log
from rulespec.run.options import HIDDEN
from rulespec.run.program import Program

Raw = tuple[Any, ...]  # an event in numbers: its kind, then what it is about
Numbers = tuple[Any, ...]  # cards (or HIDDEN), or places


class Hearing:
    """The ears of one player; those of nobody in particular (None) hear everything, and nothing twice."""

    def __init__(self, program: Program, viewer: int | None) -> None:
        self.program = program
        self.viewer = viewer
        self._sees = [viewer is None or place.seen_by(viewer) for place in program.material.places]

    def log(self, log: Log) -> tuple[Raw, ...]:
        """All that he heard, oldest first."""
        return tuple(self.events(raw_events(log)))

    def events(self, raws: list[Raw]) -> Iterator[Raw]:
        for raw in raws:
            heard = self.event(raw)
            if heard is not None:
                yield heard

    def event(self, raw: Raw) -> Raw | None:
        """The event as he hears it; None where he hears nothing."""
        match raw:
            case ("begin", first, zones, variables):
                return raw if zones is None else ("begin", first, tuple(self._lying(zones)), variables)
            case ("choose" | "reveal" as kind, origin, seat, pc, answer):
                return raw if self.viewer in (seat, None) else (kind, origin, seat, pc, self._masked(pc, answer))
            case ("pick", _, seat, _, _) | ("lapse", _, seat, "himself"):
                return raw if self.viewer in (seat, None) else None
            case ("commit", _, seat) | ("lapse", _, seat, "others"):
                return None if self.viewer in (seat, None) else raw
            case ("move", origin, seat, cards, sources, to):
                return ("move", origin, seat, *self._moved(cards, sources, (to,) * len(cards)), to)
            case ("refill", origin, cards, sources, to):
                return ("refill", origin, *self._moved(cards, sources, (to,) * len(cards)), to)
            case ("draw", origin, seat, _, source, to):
                seen = self._sees[source] or self._sees[to]
                return raw if seen else ("draw", origin, seat, HIDDEN, source, to)
            case ("exchange", origin, seat, mine, theirs, (here, there)):
                if len(mine) == len(theirs):
                    return ("exchange", origin, seat, *self._swapped(mine, theirs, here, there))
                mine, here_heard = self._moved(mine, here, there[:1] * len(mine), here[0])
                theirs, there_heard = self._moved(theirs, there, here[:1] * len(theirs), there[0])
                return ("exchange", origin, seat, mine, theirs, (here_heard, there_heard))
            case ("show", origin, seat, cards, sources, players) if self.viewer not in (*players, None):
                return ("show", origin, seat, *self._moved(cards, sources, sources), players)
            case _:
                return raw

    def _lying(self, zones: tuple[Numbers, ...]) -> Iterator[Numbers]:
        for cards, seen in zip(zones, self._sees, strict=True):
            yield cards if seen else (HIDDEN,) * len(cards)

    def _masked(self, pc: int, answer: Any) -> Any:
        return self.program.asks[pc].site.masked(answer)

    def _swapped(self, mine: Numbers, theirs: Numbers, here: Numbers, there: Numbers) -> tuple[Any, ...]:
        """An exchange card for card: the pairs that he sees, then the others in no telling order."""
        pairs, hidden = [], []
        for pair in zip(mine, theirs, here, there, strict=True):
            if self._sees[pair[2]] or self._sees[pair[3]]:
                pairs.append(pair)
            else:
                hidden.append((HIDDEN, HIDDEN, *pair[2:]))
        mine, theirs, here, there = zip(*pairs, *sorted(hidden), strict=True)
        return mine, theirs, (here, there)

    def _moved(
        self, cards: Numbers, sources: Numbers, targets: Numbers, first: int | None = None
    ) -> tuple[Numbers, Numbers]:
        """The cards with their sources: those that he sees as they went, then the others in no telling order.

        Where it matters from where the `first` of them came, one from there stays the first.
        """
        ways, hidden = [], []
        for card, source, target in zip(cards, sources, targets, strict=True):
            if self._sees[source] or self._sees[target]:
                ways.append((card, source))
            else:
                hidden.append((HIDDEN, source))
        ways += sorted(hidden)
        if first is not None:
            ways.sort(key=lambda way: way[1] != first)
        return tuple([card for card, _ in ways]), tuple([source for _, source in ways])


def raw_events(log: Log) -> list[Raw]:
    """The events of a log, oldest first."""
    return events_since(log, None) or []


def events_since(log: Log, earlier: Log) -> list[Raw] | None:
    """The events of a log that has gone on since it was another, oldest first; None if it is not that one's."""
    found = []
    while log is not earlier:
        if log is None:
            return None
        event, log = log
        found.append(event)
    found.reverse()
    return found
