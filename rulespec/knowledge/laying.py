"""Random layouts of cards that agree with what was heard, made backwards in time so that later sights are respected."""

from functools import cached_property

from attrs import define

from rulespec.events.motions import Motion, last_cards, lays_anywhere, motions, shown
from rulespec.knowledge.arrivals import Arrivals
from rulespec.knowledge.closings import closings
from rulespec.plan.options import HIDDEN
from rulespec.run.memory import Memory
from rulespec.run.randomly import Random, below, shuffled, some_of
from rulespec.run.tracks import BitTracks, Closing, Track, Tracks

Moving = tuple[
    int, bool, tuple[Motion, ...], tuple[Motion, ...]
]  # moment, if cards lay anywhere in a row, motions, last cards of rows
Rooms = int  # a set of rooms as a bit mask


@define(eq=False, slots=False)
class Laying:
    """Lays cards for the events after moment `start`, up to moment `end`: Python fallback of `Stretch.lay`."""

    memory: Memory
    start: int
    end: int
    waiting_moves: frozenset[int] = frozenset()  # see `closings`

    def __attrs_post_init__(self) -> None:
        for last, seen in dict(self._closing_at.values()).items():
            for card, to in seen.items():  # it lies there until the closing is over
                may = self.memory.may[self.start + last][card] & ~(1 << to)
                for place in filter(lambda place: may >> place & 1, range(may.bit_length())):
                    self.bar(self.start + last, place, [card])

    def lay(self, draw: Random, unsure: list[int], exchanges: int) -> tuple[Tracks, tuple[int, ...]] | None:
        """The tracks of all cards after shuffling the `unsure` ones by a number of exchanges, and their initial order.

        None if laying got stuck.
        """
        laid = self._lay(draw, stacked=True) or self._lay(draw, stacked=False)
        if laid is not None and exchanges:
            laid[0].shuffle(unsure, exchanges, self._length, draw)
        return laid

    def bar(self, moment: int, place: int, cards: list[int]) -> None:
        """Excludes from now on that some cards lie in a place at a moment."""
        self._arrivals.bar(moment, place, cards)
        for card in cards:
            self._barred[card][place] = self._barred[card].get(place, 0) | 1 << moment - self.start

    @property
    def _length(self) -> int:
        return self.end - self.start + 1

    @cached_property
    def _ordered(self) -> tuple[bool, ...]:
        return tuple(place.zone.ordered for place in self.memory.material.places)

    @cached_property
    def _arrivals(self) -> Arrivals:
        return Arrivals(self.memory, self.start, self.end)

    @cached_property
    def _moving(self) -> list[Moving]:
        """The moments with motions, or at which the last card of a row was seen; the latest first."""
        found = []
        for moment in range(self.end, self.start, -1):
            event = self.memory.heard[moment]
            moved, last = motions(event), last_cards(event)
            if moved or last:
                found.append((moment, lays_anywhere(event), moved, last))
        return found

    @cached_property
    def _begun(self) -> BitTracks:
        """Empty tracks."""
        named = [0] * len(self.memory.material.cards)
        for moment in range(self.start + 1, self.end + 1):
            event = self.memory.heard[moment]
            for card, _, _ in (*motions(event), *shown(event)):
                if card != HIDDEN:
                    named[card] |= 1 << moment - self.start
        ends = self.memory.may[self.start], self.memory.may[self.end]
        empty: list[Track] = [{} for _ in named]
        return BitTracks(self._length, self._ordered, tuple(named), ends, self._barred, empty, self._closings)

    @cached_property
    def _closings(self) -> tuple[Closing, ...]:
        memory = self.memory
        return tuple(closings(memory.heard, memory.material, self.waiting_moves, self.start, self.end))

    @cached_property
    def _closing_at(self) -> dict[int, tuple[int, dict[int, int]]]:
        """For each event of a closing when it is over, and where the cards went that were seen moving in it."""
        found = dict[int, tuple[int, dict[int, int]]]()
        for first, last in self._closings:
            events = self.memory.heard[self.start + first + 1 : self.start + last + 1]
            seen = {card: to for event in events for card, _, to in motions(event) if card != HIDDEN}
            found |= dict.fromkeys(range(first + 1, last + 1), (last, seen))
        return found

    @cached_property
    def _barred(self) -> list[Track]:
        return [{} for _ in self.memory.material.cards]

    def _lay(self, draw: Random, *, stacked: bool) -> tuple[BitTracks, tuple[int, ...]] | None:
        """One attempt; with `stacked` whatever leaves a row lay last in it, else where it lay is left open."""
        memory, cards = self.memory, list(range(len(self.memory.material.cards)))
        laid = self._spread(cards, self.end, dict(enumerate(memory.sizes[self.end])), {}, {}, draw)
        if laid is None:
            return None
        lying: list[list[int]] = [[] for _ in memory.material.places]
        for card in shuffled(cards, draw):
            lying[laid[card]].append(card)
        tracks = self._begun.copy()
        rows = self._ordered if stacked else (False,) * len(lying)
        until = [self._length] * len(cards)
        for moment, anywhere, moved, last in self._moving:
            for card, place, _ in last:
                if laid[card] != place:
                    return None
                lying[place].remove(card)
                lying[place].append(card)
            at = moment - self.start
            over, seen = self._closing_at.get(at, (-1, dict[int, int]()))
            staying = {*seen, *(card for card, since in enumerate(until) if since <= over)}
            back = self._back(moment, moved, anywhere, laid, lying, rows, staying, draw)
            if back is None:
                return None
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
        """The cards with their sources; those that went from row to row keep their order."""
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
        anywhere: bool,
        laid: dict[int, int],
        lying: list[list[int]],
        rows: tuple[bool, ...],
        staying: set[int],
        draw: Random,
    ) -> dict[int, int] | None:
        """The source of each card that an event moved, none that is `staying`; None if the layout does not fit."""
        came: dict[int, dict[int, int]] = {}  # the number of unseen cards, by target and source
        back: dict[int, int] = {}
        for card, source, to in moved:
            if card == HIDDEN:
                sources = came.setdefault(to, {})
                sources[source] = sources.get(source, 0) + 1
            elif laid[card] != to:
                return None
            else:
                back[card] = source
        for to, sources in came.items():
            there = [card for card in lying[to] if card not in back]
            room = dict(sources)
            if rows[to]:
                count = sum(sources.values())
                there = some_of(there, count, draw) if anywhere else there[-count:]
            else:
                room[to] = room.get(to, 0) + len(there) - sum(sources.values())
            lying_on = {place: lying[place] for place in sources if place not in came}
            fixed = {card: to for card in there if card in staying}
            before = self._spread(there, moment - 1, room, lying_on, fixed, draw)
            if before is None:
                return None
            back |= {card: place for card, place in before.items() if place != to or rows[to]}
        return back

    def _spread(
        self,
        cards: list[int],
        moment: int,
        room: dict[int, int],
        lying: dict[int, list[int]],
        fixed: dict[int, int],
        draw: Random,
    ) -> dict[int, int] | None:
        """A random place for each card where it may lie at a moment; `room` is the capacity of each place.

        The `fixed` cards lie where it is said.
        """
        may, since = self._arrivals.may[moment], self._arrivals.since
        rooms, left = list[tuple[int, dict[int, int], int]](), list[int]()
        for place, count in room.items():
            here = [card for card in cards if may[card] >> place & 1 and fixed.get(card, place) == place]
            coming = {card: since(card, place, moment) for card in here}
            beside = [since(card, place, moment) for card in lying.get(place, ())]
            for latest, many in self._arrivals.rooms(place, moment, count, {*coming.values()}, beside):
                rooms.append((place, coming, latest))
                left.append(many)
        fit = dict.fromkeys(cards, 0)
        for at, (_, coming, latest) in enumerate(rooms):
            for card, come in coming.items():
                if come <= latest:
                    fit[card] |= 1 << at
        laid = spread(fit, [place for place, _, _ in rooms], left, draw)
        return None if laid is None else {card: rooms[at][0] for card, at in laid.items()}


def spread(fit: dict[int, Rooms], places: list[int], left: list[int], draw: Random) -> dict[int, int] | None:
    """A random room for each card: a bipartite matching; None if there is none.

    `fit` has the rooms that each card fits, `places` the place of each room, `left` the capacity of each.
    """
    order = shuffled([*fit], draw)
    order.sort(key=lambda card: fit[card].bit_count())  # the most constrained first
    laid = dict[int, int]()
    open_ = _with_room(left)
    for card in order:
        possible = fit[card] & open_
        if possible:
            room = _drawn(possible, places, left, draw) if possible & (possible - 1) else possible.bit_length() - 1
        elif (found := _make_room(card, laid, fit, left)) is not None:
            room, open_ = found, _with_room(left)
        else:
            return None
        laid[card] = room
        left[room] -= 1
        if not left[room]:
            open_ &= ~(1 << room)
    return laid


def _with_room(left: list[int]) -> Rooms:
    """The rooms that are not full."""
    return sum([1 << room for room, count in enumerate(left) if count > 0])


def _drawn(possible: Rooms, places: list[int], left: list[int], draw: Random) -> int:
    """The first possible room of a random place, drawn in proportion to the capacity left there."""
    weights: dict[int, int] = {}
    first: dict[int, int] = {}
    for room, (place, count) in enumerate(zip(places, left, strict=True)):
        weights[place] = weights.get(place, 0) + count
        if possible >> room & 1:
            first.setdefault(place, room)
    which = below(sum([weights[place] for place in first]), draw)
    for place, room in first.items():
        which -= weights[place]
        if which < 0:
            return room
    raise AssertionError("there is no room in any of them")


def _make_room(card: int, laid: dict[int, int], fit: dict[int, Rooms], left: list[int]) -> int | None:
    """Frees a room that a card fits along an augmenting path, found breadth-first; None if there is none."""
    reached: dict[int, tuple[int, int] | None] = {room: None for room in range(len(left)) if fit[card] >> room & 1}
    open_ = list(reached)
    for room in open_:
        for other, where in laid.items():
            if where != room:
                continue
            for further in range(len(left)):
                if further in reached or not fit[other] >> further & 1:
                    continue
                reached[further] = (other, room)
                open_.append(further)
                if left[further] > 0:
                    return _move_on(further, reached, laid, left)
    return None


def _move_on(free: int, reached: dict[int, tuple[int, int] | None], laid: dict[int, int], left: list[int]) -> int:
    left[free] -= 1
    while (step := reached[free]) is not None:
        other, room = step
        laid[other], free = free, room
    left[free] += 1
    return free
