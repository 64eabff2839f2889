"""Zones, counters and notes, each with the player whose it is where it has one."""

from attrs import frozen

from rulespec.testing import nodes as n
from rulespec.testing.declared import Declared
from rulespec.testing.drawing import Drawing
from rulespec.testing.places import Place
from rulespec.testing.sides import Expressing
from rulespec.tree import expressions as e
from rulespec.tree.kinds import PLAYER, PLAYERS, Kind


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

    def variable(self, kind: Kind, at: Place) -> e.Expression:
        """A counter or a note that holds something of a kind, of one or of several."""
        declared = self._declared
        holder = self._draw.of(*(each for each in declared.holding(kind) if each.name != declared.pace))
        if not holder.per_player:
            return n.name(holder.name)
        if not self._draw.perhaps():
            return n.own(holder.name)
        return n.of(holder.name, self._expression(self._draw.of(PLAYER, PLAYERS), at, 1))
