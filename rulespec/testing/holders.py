"""Zones, counters and notes, each with the player whose it is where it has one."""

from attrs import frozen

from rulespec.testing import nodes as n
from rulespec.testing.declared import Declared
from rulespec.testing.drawing import Drawing
from rulespec.testing.places import Place
from rulespec.testing.sides import Expressing
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree.kinds import NUMBER, PLAYER, PLAYERS, Kind


@frozen(eq=False)
class Holders:
    """Draws what an effect changes."""

    _draw: Drawing
    _declared: Declared
    _expression: Expressing

    def zone(self, at: Place) -> e.Expression:
        """One zone."""
        zone = self._draw.of(*reversed(self._declared.zones.values()))
        if not zone.per_player:
            return n.name(zone.name)
        if not self._draw.perhaps(4):
            return n.own(zone.name)
        return n.of(zone.name, self._expression(PLAYER, at, 1))

    def counter(self, at: Place) -> e.Expression:
        """A counter, of one or of several."""
        return self._of_some(self._draw.of(*self._counters()), at)

    def variable(self, at: Place) -> tuple[e.Expression, Kind]:
        """A counter or a note, of one or of several, and the kind of what it holds."""
        held: list[d.Counter | d.Note] = [*self._counters(), *self._declared.notes.values()]
        holder = self._draw.of(*held)
        return self._of_some(holder, at), NUMBER if isinstance(holder, d.Counter) else self._declared.noted(holder)

    def note(self, at: Place) -> e.Expression:
        return self._of_some(self._draw.of(*self._declared.notes.values()), at)

    def _counters(self) -> list[d.Counter]:
        return [each for name, each in self._declared.counters.items() if name != self._declared.pace]

    def _of_some(self, holder: d.Counter | d.Note, at: Place) -> e.Expression:
        if not holder.per_player:
            return n.name(holder.name)
        if not self._draw.perhaps():
            return n.own(holder.name)
        return n.of(holder.name, self._expression(self._draw.of(PLAYER, PLAYERS), at, 1))
