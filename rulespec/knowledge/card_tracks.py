"""A guess of where every card lay at each moment, as one player heard it.

Guesses are shuffled by exchanging cards, and mended where the game shows that other cards moved than was guessed.
"""

from random import Random
from typing import NamedTuple

from attrs import define, field, frozen

from rulespec.events.motions import Motion, is_exchange, last_cards, motions, shown
from rulespec.knowledge.memory import Memory
from rulespec.plan.options import HIDDEN

EXCHANGES = 12  # tried for each card, to shuffle a guess
VARIED = 6  # tried, to vary a guess that nearly fits


Bits = int  # moments of a stretch, a bit for each
Track = dict[int, Bits]  # for each place in which a card lies at some time, when it does


@frozen(eq=False)
class Guess:
    """Where every card lay at first, and which cards each event moved; moments are counted from where it starts."""

    tracks: list[Track]
    first: tuple[int, ...]
    order: tuple[int, ...]  # all cards, those of a row as they lay there at first
    start: int
    _moved: list[frozenset[int]]

    def speaks_of(self, moment: int) -> bool:
        return moment - self.start < len(self._moved)

    def moved(self, moment: int) -> frozenset[int]:
        """The cards that the event of this moment moved."""
        return self._moved[moment - self.start]

    def soon(self, moment: int, ahead: int) -> frozenset[int]:
        """The cards that it moves, or one of the events after it."""
        at = moment - self.start
        return frozenset[int]().union(*self._moved[at : at + ahead])


class Exchange(NamedTuple):
    """Two cards that took each other's places from one moment on, until just before another."""

    one: int
    other: int
    first: int
    last: int


@define(eq=False)
class CardTracks:
    """A stretch of what was heard: the events after moment `start`, up to moment `end` (a moment follows its event).

    Moments are kept as the bits of a number, in which where two cards meet is found at once, however long the stretch.
    """

    memory: Memory
    start: int
    end: int
    _ordered: tuple[bool, ...] = field(init=False)
    _named: list[Bits] = field(init=False)  # for each card, at which moments an event named it
    # moments with motions, or at which it was seen what lies last in a row; the latest first
    _moving: list[tuple[int, bool, tuple[Motion, ...], tuple[Motion, ...]]] = field(init=False)
    _tracks: list[Track] = field(init=False)
    _length: int = field(init=False)
    _order: tuple[int, ...] = field(init=False)  # see `Guess`
    unsure: list[int] = field(init=False)  # the cards whose places he does not always know

    def __attrs_post_init__(self) -> None:
        self._ordered = tuple(place.zone.ordered for place in self.memory.material.places)
        cards = range(len(self.memory.material.cards))
        self._length = self.end - self.start + 1
        self._named, self._moving = [0 for _ in cards], []
        for moment in range(self.end, self.start, -1):
            event = self.memory.heard[moment]
            moved = motions(event)
            last = last_cards(event)
            if moved or last:
                self._moving.append((moment, is_exchange(event), moved, last))
            for card, _, _ in (*moved, *shown(event)):
                if card != HIDDEN:
                    self._named[card] |= 1 << moment - self.start
        different = {id(may): may for may in self.memory.may[self.start : self.end + 1]}.values()
        self.unsure = [card for card in cards if any(may[card] & (may[card] - 1) for may in different)]

    def guess(self, random: Random, *, shuffle: bool = True) -> Guess | None:
        """A guess; None if it came to nothing. Only if shuffled, each is as likely as any other."""
        if not self._lay(random):
            return None
        self._shuffle(EXCHANGES * len(self.unsure) if shuffle else 0, self.end, random)
        return self.guessed()

    def varied(self, guess: Guess, moment: int, random: Random) -> Guess:
        """A guess with a few cards exchanged at some time up to a moment."""
        self.take(guess)
        self._shuffle(VARIED, moment, random)
        return self.guessed()

    def mended(self, guess: Guess, moment: int, moved: tuple[Motion, ...]) -> Guess | None:
        """The guess for a game in which an event moved other cards than was guessed; None if that cannot be.

        Each card that moved instead of another goes on where that one was guessed to be, until the two meet.
        """
        at = moment - self.start
        self.take(guess)
        instead: dict[tuple[int, int], list[int]] = {}  # the cards that were guessed to go somewhere, and did not
        went = {card: (source, to) for card, source, to in moved if source != to}
        for card in guess.moved(moment):
            way = self._place(card, at - 1), self._place(card, at)
            if went.get(card) != way:
                instead.setdefault(way, []).append(card)
        for card, way in went.items():
            if (self._place(card, at - 1), self._place(card, at)) != way:
                guessed = instead.get(way)
                if not guessed or not self._turn(card, guessed.pop(), at):
                    return None
        return None if any(instead.values()) else self.guessed()

    def _turn(self, one: int, other: int, at: int) -> bool:
        """Two cards change places from a moment on, until they meet."""
        return self._swap(one, other, at, self._next_meeting(self._meetings(one, other), at))

    def guessed(self) -> Guess:
        """The guess as it stands."""
        moved: list[set[int]] = [set() for _ in range(self._length)]
        first = [0] * len(self._tracks)
        for card, track in enumerate(self._tracks):
            for place, lying in track.items():
                if lying & 1:
                    first[card] = place
                came = lying & ~(lying << 1 | 1)
                while came:
                    at = came.bit_length() - 1
                    moved[at].add(card)
                    came ^= 1 << at
        return Guess(self._tracks, tuple(first), self._order, self.start, [frozenset(cards) for cards in moved])

    # ---- laying, from the last moment back to the first, so that what was seen later is not forgotten before

    def _lay(self, random: Random) -> bool:
        memory, cards = self.memory, list(range(len(self.memory.material.cards)))
        laid = spread(cards, memory.may[self.end], dict(enumerate(memory.sizes[self.end])), random)
        if laid is None:
            return False
        random.shuffle(cards)
        lying: list[list[int]] = [[] for _ in memory.material.places]
        for card in cards:
            lying[laid[card]].append(card)
        self._tracks = [{} for _ in cards]
        until = [self._length] * len(cards)
        for moment, swaps, moved, last in self._moving:
            for card, place, _ in last:
                if laid[card] != place:
                    return False
                lying[place].remove(card)
                lying[place].append(card)
            back = self._back(moment, moved, swaps, laid, lying, random)
            if back is None:
                return False
            at = moment - self.start
            for card, source in self._in_order(back, laid, lying):
                place = laid[card]
                lying[place].remove(card)
                lying[source].append(card)
                if source != place:
                    self._lies(card, place, at, until[card])
                    until[card], laid[card] = at, source
        for card, place in laid.items():
            self._lies(card, place, 0, until[card])
        self._order = tuple([card for held in lying for card in held])
        return True

    def _in_order(self, back: dict[int, int], laid: dict[int, int], lying: list[list[int]]) -> list[tuple[int, int]]:
        """The cards with where they came from; those that went from one row to another keep their order."""
        ordered = self._ordered
        rows = [card for card, source in back.items() if ordered[source] and ordered[laid[card]]]
        kept = iter(sorted(rows, key=lambda card: lying[laid[card]].index(card)))
        order = [next(kept) if card in rows else card for card in back]
        return [(card, back[card]) for card in order]

    def _lies(self, card: int, place: int, from_: int, until: int) -> None:
        track = self._tracks[card]
        track[place] = track.get(place, 0) | (1 << until) - (1 << from_)

    def _back(
        self,
        moment: int,
        moved: tuple[Motion, ...],
        swaps: bool,
        laid: dict[int, int],
        lying: list[list[int]],
        random: Random,
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
                there = random.sample(there, count) if swaps else there[-count:]
            else:
                room[to] = room.get(to, 0) + len(there) - sum(sources.values())
            before = spread(there, may, room, random)
            if before is None:
                return None
            back |= {card: place for card, place in before.items() if place != to or self._ordered[to]}
        return back

    # ---- shuffling

    def take(self, guess: Guess) -> None:
        """Goes on from a guess."""
        self._tracks = [track.copy() for track in guess.tracks]

    def exchange(self, moment: int, random: Random) -> Exchange | None:
        """Two cards change places as they lie at a moment; None if he could tell, or they lie together."""
        cards, at = self.unsure, moment - self.start
        if not cards:
            return None
        one, other = cards[int(random.random() * len(cards))], cards[int(random.random() * len(cards))]
        meetings = self._meetings(one, other)
        if one == other or meetings >> at & 1:
            return None
        first, last = (meetings & (2 << at) - 1).bit_length(), self._next_meeting(meetings, at)
        return (
            Exchange(one, other, self.start + first, self.start + last) if self._swap(one, other, first, last) else None
        )

    def revert(self, exchange: Exchange) -> None:
        """Takes an exchange back."""
        one, other, first, last = exchange
        self._swap(one, other, first - self.start, last - self.start)

    def _shuffle(self, times: int, moment: int, random: Random) -> None:
        """Two cards change places from one meeting to the next, wherever he could not tell."""
        cards, draw = self.unsure, random.random
        count = len(cards)
        if count < 2:
            return
        length = min(moment, self.end) - self.start + 1
        for _ in range(times):
            one, other = cards[int(draw() * count)], cards[int(draw() * count)]
            if one != other:
                at = int(draw() * length)
                meetings = self._meetings(one, other)
                before = (meetings & (2 << at) - 1).bit_length()
                self._swap(one, other, before, self._next_meeting(meetings, at))

    def _swap(self, one: int, other: int, first: int, last: int) -> bool:
        """Two cards change places from a moment until another, at which they meet or the stretch ends, if they can."""
        if first == 0 and not self._allowed(one, other, 0):
            return False
        if last == self._length and not self._allowed(one, other, last - 1):
            return False
        if (self._named[one] | self._named[other]) & (2 << last) - (1 << first):
            return False
        between = (1 << last) - (1 << first)
        mine, theirs = self._tracks[one], self._tracks[other]
        for place in {*mine, *theirs}:
            lying, beside = mine.get(place, 0), theirs.get(place, 0)
            change = (lying ^ beside) & between
            if change:
                mine[place], theirs[place] = lying ^ change, beside ^ change
        return True

    def _meetings(self, one: int, other: int) -> Bits:
        """When two cards lie in one place that has no order."""
        found, beside = 0, self._tracks[other].get
        for place, lying in self._tracks[one].items():
            if not self._ordered[place]:
                found |= lying & beside(place, 0)
        return found

    def _next_meeting(self, meetings: Bits, at: int) -> int:
        """The first after a moment, or the end of the stretch."""
        later = meetings >> at + 1
        return at + (later & -later).bit_length() if later else self._length

    def _allowed(self, one: int, other: int, at: int) -> bool:
        may = self.memory.may[self.start + at]
        return bool(may[one] >> self._place(other, at) & 1 and may[other] >> self._place(one, at) & 1)

    def _place(self, card: int, at: int) -> int:
        return next(place for place, lying in self._tracks[card].items() if lying >> at & 1)


def spread(cards: list[int], may: tuple[int, ...], room: dict[int, int], random: Random) -> dict[int, int] | None:
    """Cards laid at random where each may lie and there is room for all; None if that cannot be."""
    order = cards.copy()
    random.shuffle(order)
    order.sort(key=lambda card: _choices(may[card], room))
    left, laid = dict(room), dict[int, int]()
    for card in order:
        possible = [place for place, count in left.items() if count > 0 and may[card] >> place & 1]
        if possible:
            weights = [left[place] for place in possible]
            place = random.choices(possible, weights)[0] if len(possible) > 1 else possible[0]
        elif (found := _make_room(card, laid, may, left)) is not None:
            place = found
        else:
            return None
        laid[card] = place
        left[place] -= 1
    return laid


def _choices(may: int, room: dict[int, int]) -> int:
    return sum(may >> place & 1 for place in room)


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
