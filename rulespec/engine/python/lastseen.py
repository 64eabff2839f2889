"""Rows whose last card everybody sees: when another comes to be the last, all are told which, and where that went.

The last card is announced again after other cards covered it for a moment, within one effect.
"""

from collections.abc import Callable, Sequence
from typing import Concatenate, ParamSpec, TypeVar

from attrs import frozen

from rulespec.engine.events import kinds as k
from rulespec.engine.events.log import Log, RawEvent, events
from rulespec.engine.events.motions import motions
from rulespec.engine.python.machine import Machine
from rulespec.plan.plan import Table

P = ParamSpec("P")
R = TypeVar("R")

_DRAWN, _INSERTED = k.Draw.at("card"), k.Insert.at("cards")


@frozen
class LastCards:
    """Tells the last cards of the rows of a table."""

    table: Table

    def begin(self, mc: Machine) -> None:
        """Tells which they are at first."""
        self._tell(mc, [()] * len(self.table.lasts), mc.log)

    def telling(self, does: Callable[Concatenate[Machine, P], R]) -> Callable[Concatenate[Machine, P], R]:
        """The same as something that moves cards, telling afterwards which cards are the last ones now."""
        if not self.table.lasts:
            return does

        def tells(mc: Machine, /, *args: P.args, **kwargs: P.kwargs) -> R:
            lasts, log = [mc.zones[row.place][-1:] for row in self.table.lasts], mc.log
            done = does(mc, *args, **kwargs)
            if mc.log is not log:
                self._tell(mc, lasts, log)
            return done

        return tells

    def _tell(self, mc: Machine, before: list[tuple[int, ...]], since: Log) -> None:
        """What everybody saw as it happened is not told once more."""
        rows = [(row, last, mc.zones[row.place][-1:]) for row, last in zip(self.table.lasts, before, strict=True)]
        told, seen = events(mc.log, since), self.table.seen
        covered = _covered(told)
        if all(last == now and row.place not in covered for row, last, now in rows):
            return
        # all hear by its name what is drawn from such a row, as it can be no other card
        ways = {card: (source, to) for event in told for card, source, to in motions(event)}  # the last of each card
        drawn = {event[_DRAWN] for event in told if event[0] == k.DRAW}
        inserted = {card for event in told if event[0] == k.INSERT for card in event[_INSERTED]}  # nobody saw where to
        lasts = {now for _, _, now in rows}
        for row, last, _ in rows:
            for card in last:
                source, to = ways.get(card, (row.place, row.place))
                if source == row.place != to and not seen[to] and card not in drawn and last not in lasts:
                    mc.note((k.LEAVES, row.origin, card, source, to))
        for row, last, now in rows:
            source, _ = (row.place, row.place) if inserted.issuperset(now) else ways.get(now[0], (row.place, row.place))
            if now and (row.place in covered if now == last else not seen[source]):
                mc.note((k.LAST, row.origin, now[0], row.place))


def _covered(told: Sequence[RawEvent]) -> set[int]:
    """The places where cards arrived and left again."""
    came, found = set[tuple[int, int]](), set[int]()
    for moved in map(motions, told if len(told) > 1 else ()):
        found |= {source for card, source, _ in moved if (card, source) in came}
        came |= {(card, to) for card, _, to in moved}
    return found
