"""What happened, told to everybody or to one player: an event's sentence says no more than its hearer saw.

Who sees which card follows from the zones alone: whoever could see where it came from, or can see where it went.
"""

from collections import Counter as Tally
from typing import Any

from attrs import field, frozen

from rulespec.engine.machine import Log
from rulespec.engine.material import Material
from rulespec.engine.options import Site, seat_name
from rulespec.engine.program import Program
from rulespec.tree import declarations as d
from rulespec.tree.node import Citations


@frozen
class Event:
    """Something that happened: `str` is its sentence, `block` and `cites` the rule it comes from."""

    kind: str
    player: int | None
    block: str
    cites: Citations
    sentence: str = field(repr=False)

    def __str__(self) -> str:
        return self.sentence


def events(log: Log) -> list[tuple[Any, ...]]:
    """The raw events of a log, oldest first."""
    found = []
    while log is not None:
        event, log = log
        found.append(event)
    found.reverse()
    return found


class Teller:
    """Tells raw events to a viewer; None sees everything."""

    def __init__(self, program: Program, viewer: int | None = None) -> None:
        self._program = program
        self._material: Material = program.material
        self._viewer = viewer

    def tell(self, log: Log) -> tuple[Event, ...]:
        return tuple(self.event(raw) for raw in events(log))

    def event(self, raw: tuple[Any, ...]) -> Event:
        kind = raw[0]
        sentence = getattr(self, "_" + kind.replace(" ", "_"))(*raw[1:])
        if kind in ("round", "limit"):
            return Event(kind, None, "", (), sentence)
        if kind == "turn":
            return Event(kind, raw[1], "turn", (), sentence)
        origin = self._program.origins[raw[1]]
        player = raw[2] if kind != "refill" else None
        return Event(kind, player, origin.block, origin.cites, sentence)

    # ---- kinds of events

    def _round(self) -> str:
        return "a round begins"

    def _limit(self, turns: int) -> str:
        return f"the game ends without a winner after {turns} turns"

    def _turn(self, seat: int) -> str:
        return f"{self._seat(seat)} has the turn"

    def _choose(self, origin: int, seat: int, pc: int, raw: Any) -> str:
        site = self._site(pc)
        if raw is None:
            return f"{self._seat(seat)} declines: {site.said}"
        if raw is True:
            return f"{self._seat(seat)} does so: {site.said}"
        if raw == ():
            return f"{self._seat(seat)} chooses no more cards"
        return f"{self._seat(seat)} chooses {site.told(raw, all_of_it=self._viewer in (None, seat))}"

    def _commit(self, origin: int, seat: int, pc: int, raw: Any) -> str:
        if self._viewer in (None, seat):
            return f"{self._seat(seat)} commits to {self._site(pc).option(raw).text}"
        return f"{self._seat(seat)} has committed"

    def _reveal(self, origin: int, seat: int, pc: int, raw: Any) -> str:
        site = self._site(pc)
        if raw is None:
            return f"{self._seat(seat)} has declined: {site.said}"
        if raw is True:
            return f"{self._seat(seat)} has committed to this: {site.said}"
        return f"{self._seat(seat)} reveals {site.told(raw, all_of_it=self._viewer in (None, seat))}"

    def _lapse(self, origin: int, seat: int) -> str:
        return f"{self._seat(seat)} has nothing to choose: {self._program.origins[origin].text}"

    def _move(self, origin: int, seat: int, cards: tuple[int, ...], sources: tuple[int, ...], to: int) -> str:
        return f"{self._seat(seat)} moves {self._moved(cards, sources, to)} to {self._place(to, seat)}"

    def _draw(self, origin: int, seat: int, card: int, source: int, to: int) -> str:
        what = self._named((card,), (source,), (to,))
        return f"{self._seat(seat)} draws {what} from {self._place(source, seat)} to {self._place(to, seat)}"

    def _refill(self, origin: int, cards: tuple[int, ...], sources: tuple[int, ...], to: int) -> str:
        return f"{self._moved(cards, sources, to)} goes back to {self._place(to, None)}"

    def _exchange(self, origin: int, seat: int, mine: tuple[int, ...], theirs: tuple[int, ...], sources: Any) -> str:
        here, there = sources
        if len(mine) == len(theirs):
            one, other = self._named(mine, here, there), self._named(theirs, there, here)
        else:
            one = self._named(mine, here, (there[0],) * len(mine))
            other = self._named(theirs, there, (here[0],) * len(theirs))
        where, elsewhere = self._places(here, seat), self._places(there, seat)
        return f"{self._seat(seat)} exchanges {one} from {where} with {other} from {elsewhere}"

    def _show(self, origin: int, seat: int, cards: Any, sources: tuple[int, ...], players: tuple[int, ...]) -> str:
        who = "all" if len(set(players) | {seat}) == self._material.players else self._seats(players)
        if self._viewer is None or self._viewer in players:
            return f"{self._seat(seat)} shows {', '.join(self._card(card) for card in cards) or 'no cards'} to {who}"
        return f"{self._seat(seat)} shows {self._named(cards, sources, sources) or 'no cards'} to {who}"

    def _change(self, origin: int, seat: int, variable: int, old: int | None, new: int | None) -> str:
        what = self._material.variables[variable]
        whose = f"{self._seat(what.owner)}: " if what.owner is not None else ""
        return f"{whose}{what.holder.name} is {self._value(variable, new)}"

    def _next(self, origin: int, seat: int, player: int | None) -> str:
        return "nobody is next" if player is None else f"{self._seat(player)} is next"

    def _round_ends(self, origin: int, seat: int) -> str:
        return f"the round ends in {self._seat(seat)}'s turn: {self._program.origins[origin].text}"

    def _game_ends(self, origin: int, seat: int) -> str:
        return f"the game ends: {self._program.origins[origin].text}"

    # ---- parts of sentences

    def _site(self, pc: int) -> Site:
        return self._program.asks[pc].site

    def _seat(self, seat: int) -> str:
        return seat_name(self._material, seat)

    def _seats(self, seats: tuple[int, ...]) -> str:
        return ", ".join(self._seat(seat) for seat in seats) or "nobody"

    def _card(self, card: int) -> str:
        return self._material.cards[card].name

    def _place(self, place: int, seat: int | None) -> str:
        where = self._material.places[place]
        if where.owner is None:
            return f"the {where.zone.name}"
        return f"own {where.zone.name}" if where.owner == seat else f"{where.zone.name} of {self._seat(where.owner)}"

    def _sees(self, source: int, to: int) -> bool:
        if self._viewer is None:
            return True
        places = self._material.places
        return places[source].seen_by(self._viewer) or places[to].seen_by(self._viewer)

    def _named(self, cards: tuple[int, ...], sources: tuple[int, ...], targets: tuple[int, ...]) -> str:
        """The cards by name where the viewer sees where they come from or go to, else how many."""
        ways = zip(cards, sources, targets, strict=True)
        seen = [self._card(card) for card, source, target in ways if self._sees(source, target)]
        hidden = len(cards) - len(seen)
        return ", ".join([*seen, *([_cards(hidden)] if hidden else [])])

    def _places(self, places: tuple[int, ...], seat: int) -> str:
        return " and ".join(self._place(place, seat) for place in dict.fromkeys(places))

    def _moved(self, cards: tuple[int, ...], sources: tuple[int, ...], to: int) -> str:
        if len(cards) <= 6:
            return self._named(cards, sources, (to,) * len(cards))
        counted = Tally(sources)
        parts = (f"{_cards(count)} from {self._place(source, None)}" for source, count in sorted(counted.items()))
        return ", ".join(parts)

    def _value(self, variable: int, value: int | None) -> str:
        holder = self._material.variables[variable].holder
        if value is None:
            return "none"
        if isinstance(holder, d.Counter):
            return str(value)
        return self._seat(value) if holder.of == "player" else self._material.words(holder.of)[value]


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"
