"""Cards laid where they may have been, from the last moment back to the first: so nothing seen later is forgotten."""

from functools import cached_property

from attrs import define

from rulespec.events.motions import Motion, is_exchange, last_cards, motions, shown
from rulespec.plan.options import HIDDEN
from rulespec.run.memory import Memory
from rulespec.run.randomly import Random, below, shuffled, some_of
from rulespec.run.tracks import BitTracks, Tracks

Moving = tuple[int, bool, tuple[Motion, ...], tuple[Motion, ...]]  # moment, if exchanged, motions, last cards of rows


@define(eq=False, slots=False)
class Laying:
    """Lays cards for the events after moment `start`, up to moment `end`, at random."""

    memory: Memory
    start: int
    end: int

    def lay(self, draw: Random, unsure: list[int], exchanges: int) -> tuple[Tracks, tuple[int, ...]] | None:
        """Tracks of all cards, in which some of them have been exchanged so often, and how they lay at first, in order.

        None if it came to nothing.
        """
        laid = self._lay(draw)
        if laid is not None and exchanges:
            laid[0].shuffle(unsure, exchanges, self._length, draw)
        return laid

    @property
    def _length(self) -> int:
        return self.end - self.start + 1

    @cached_property
    def _ordered(self) -> tuple[bool, ...]:
        return tuple(place.zone.ordered for place in self.memory.material.places)

    @cached_property
    def _moving(self) -> list[Moving]:
        """Moments with motions, or at which it was seen what lies last in a row; the latest first."""
        found = []
        for moment in range(self.end, self.start, -1):
            event = self.memory.heard[moment]
            moved, last = motions(event), last_cards(event)
            if moved or last:
                found.append((moment, is_exchange(event), moved, last))
        return found

    @cached_property
    def _begun(self) -> BitTracks:
        """The tracks before any card is laid."""
        named = [0] * len(self.memory.material.cards)
        for moment in range(self.start + 1, self.end + 1):
            event = self.memory.heard[moment]
            for card, _, _ in (*motions(event), *shown(event)):
                if card != HIDDEN:
                    named[card] |= 1 << moment - self.start
        ends = self.memory.may[self.start], self.memory.may[self.end]
        return BitTracks(self._length, self._ordered, tuple(named), ends, [{} for _ in named])

    def _lay(self, draw: Random) -> tuple[BitTracks, tuple[int, ...]] | None:
        memory, cards = self.memory, list(range(len(self.memory.material.cards)))
        laid = spread(cards, memory.may[self.end], dict(enumerate(memory.sizes[self.end])), draw)
        if laid is None:
            return None
        lying: list[list[int]] = [[] for _ in memory.material.places]
        for card in shuffled(cards, draw):
            lying[laid[card]].append(card)
        tracks = self._begun.copy()
        until = [self._length] * len(cards)
        for moment, swaps, moved, last in self._moving:
            for card, place, _ in last:
                if laid[card] != place:
                    return None
                lying[place].remove(card)
                lying[place].append(card)
            back = self._back(moment, moved, swaps, laid, lying, draw)
            if back is None:
                return None
            at = moment - self.start
            for card, source in self._in_order(back, laid, lying):
                place = laid[card]
                lying[place].remove(card)
                lying[source].append(card)
                if source != place:
                    tracks.lies(card, place, at, until[card])
                    until[card], laid[card] = at, source
        for card, place in laid.items():
            tracks.lies(card, place, 0, until[card])
        return tracks, tuple([card for held in lying for card in held])

    def _in_order(self, back: dict[int, int], laid: dict[int, int], lying: list[list[int]]) -> list[tuple[int, int]]:
        """The cards with where they came from; those that went from one row to another keep their order."""
        ordered = self._ordered
        rows = [card for card, source in back.items() if ordered[source] and ordered[laid[card]]]
        if not rows:
            return list(back.items())
        kept = iter(sorted(rows, key=lambda card: lying[laid[card]].index(card)))
        order = [next(kept) if card in rows else card for card in back]
        return [(card, back[card]) for card in order]

    def _back(
        self,
        moment: int,
        moved: tuple[Motion, ...],
        swaps: bool,
        laid: dict[int, int],
        lying: list[list[int]],
        draw: Random,
    ) -> dict[int, int] | None:
        """Where the cards came from that an event moved; None if the guess does not fit."""
        came: dict[int, dict[int, int]] = {}  # for each place, how many unseen cards came from where
        back: dict[int, int] = {}
        for card, source, to in moved:
            if card == HIDDEN:
                sources = came.setdefault(to, {})
                sources[source] = sources.get(source, 0) + 1
            elif laid[card] != to:
                return None
            else:
                back[card] = source
        may = self.memory.may[moment - 1]
        for to, sources in came.items():
            there = [card for card in lying[to] if card not in back]
            room = dict(sources)
            if self._ordered[to]:
                count = sum(sources.values())
                there = some_of(there, count, draw) if swaps else there[-count:]
            else:
                room[to] = room.get(to, 0) + len(there) - sum(sources.values())
            before = spread(there, may, room, draw)
            if before is None:
                return None
            back |= {card: place for card, place in before.items() if place != to or self._ordered[to]}
        return back


def spread(cards: list[int], may: tuple[int, ...], room: dict[int, int], draw: Random) -> dict[int, int] | None:
    """Cards laid at random where each may lie and there is room for all; None if that cannot be."""
    rooms = sum([1 << place for place in room])
    order = sorted(shuffled(cards, draw), key=lambda card: (may[card] & rooms).bit_count())  # the fewest choices first
    left, laid = dict(room), dict[int, int]()
    open_ = _with_room(left)
    for card in order:
        possible = may[card] & open_
        if possible:
            place = _drawn(possible, left, draw) if possible & (possible - 1) else possible.bit_length() - 1
        elif (found := _make_room(card, laid, may, left)) is not None:
            place, open_ = found, _with_room(left)
        else:
            return None
        laid[card] = place
        left[place] -= 1
        if not left[place]:
            open_ &= ~(1 << place)
    return laid


def _with_room(left: dict[int, int]) -> int:
    """The places in which there is room, as bits."""
    return sum([1 << place for place, count in left.items() if count > 0])


def _drawn(possible: int, left: dict[int, int], draw: Random) -> int:
    """One of some places, each the likelier the more room is left in it."""
    rooms = [(place, count) for place, count in left.items() if possible >> place & 1]
    which = below(sum([count for _, count in rooms]), draw)
    for place, count in rooms:
        which -= count
        if which < 0:
            return place
    raise AssertionError("there is no room in any of them")


def _make_room(card: int, laid: dict[int, int], may: tuple[int, ...], left: dict[int, int]) -> int | None:
    """Moves cards on, one to the place of the next, until one place that a card may lie in has room."""
    reached: dict[int, tuple[int, int] | None] = {place: None for place in left if may[card] >> place & 1}
    open_ = list(reached)
    for place in open_:
        for other, where in laid.items():
            if where != place:
                continue
            for further in left:
                if further in reached or not may[other] >> further & 1:
                    continue
                reached[further] = (other, place)
                open_.append(further)
                if left[further] > 0:
                    return _move_on(further, reached, laid, left)
    return None


def _move_on(free: int, reached: dict[int, tuple[int, int] | None], laid: dict[int, int], left: dict[int, int]) -> int:
    left[free] -= 1
    while (step := reached[free]) is not None:
        other, place = step
        laid[other], free = free, place
    left[free] += 1
    return free
