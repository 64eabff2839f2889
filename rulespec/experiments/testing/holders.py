"""Zones, counters and notes, each with the player whose it is where it has one, and with the word that it is for."""

from attrs import frozen

from rulespec.experiments.testing import nodes as n
from rulespec.experiments.testing.declared import Declared
from rulespec.experiments.testing.drawing import Drawing
from rulespec.experiments.testing.places import Place
from rulespec.experiments.testing.sides import Expressing
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree.kinds import CARDS, PLAYER, PLAYERS, Kind

Holder = d.Zone | d.Counter | d.Note


@frozen(eq=False)
class Holders:
    """Draws what an effect changes."""

    _draw: Drawing
    _declared: Declared
    _expression: Expressing

    def zone(self, at: Place) -> e.Expression:
        """One zone."""
        zone = self._draw.of(*reversed(self._declared.zones.values()))
        by = self._word(zone, at)
        if not zone.per_player:
            return n.name(zone.name) if by is None else n.of(zone.name, by)
        if not self._draw.perhaps(4):
            return n.own(zone.name, by)
        return n.of(zone.name, self._expression(PLAYER, at, 1), by)

    def zones(self, at: Place) -> e.Expression:
        """The zones of several players."""
        zone = self._draw.of(*(each for each in reversed(self._declared.zones.values()) if each.per_player))
        players = e.AllPlayers(**n.NOWHERE) if self._draw.perhaps() else self._expression(PLAYERS, at, 1)
        return n.of(zone.name, players, self._word(zone, at, several=self._draw.perhaps(4)))

    def variable(self, kind: Kind, at: Place) -> e.Expression:
        """A counter or a note that holds something of a kind, of one or of several."""
        declared = self._declared
        holder = self._draw.of(*(each for each in declared.holding(kind) if each.name != declared.pace))
        by = self._word(holder, at, several=self._draw.perhaps(4))
        if not holder.per_player:
            return n.name(holder.name) if by is None else n.of(holder.name, by)
        if not self._draw.perhaps():
            return n.own(holder.name, by)
        return n.of(holder.name, self._expression(self._draw.of(PLAYER, PLAYERS), at, 1), by)

    def by_word(self, kind: Kind, at: Place) -> list[Holder]:
        """What there is of a kind for each word of a list, and may be spoken of."""
        if kind == CARDS:
            zones = self._declared.zones.values()
            return [each for each in zones if each.by is not None and (at.looks or each.seen_by == "all")]
        return [each for each in self._declared.holding(kind.one) if each.by is not None]

    def held(self, holder: Holder, kind: Kind, at: Place, deep: int) -> e.Had:
        """What a holder has for a word, or for several where that is a set."""
        several = kind.many and (kind != CARDS or self._draw.perhaps())
        by = self._word(holder, at, several, deep)
        assert by is not None
        if not holder.per_player:
            return n.of(holder.name, by)
        if at.own and not self._draw.perhaps():
            its = at.it == PLAYER and self._draw.perhaps()
            return e.Its(holder.name, by, **n.NOWHERE) if its else n.own(holder.name, by)
        return n.of(holder.name, self._expression(PLAYERS if several else PLAYER, at, deep), by)

    def _word(self, holder: Holder, at: Place, several: bool = False, deep: int = 1) -> e.Expression | None:
        if holder.by is None:
            return None
        kind = self._declared.shown_kind(holder.by)
        return self._expression(kind.set if several else kind, at, deep)
