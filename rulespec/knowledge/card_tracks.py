"""A guess of where every card lay at each moment, as one player heard it.

Guesses are shuffled by exchanging cards, and mended where the game shows that other cards moved than was guessed.
"""

from random import Random
from typing import NamedTuple

from attrs import define, field, frozen

from rulespec.events.motions import Motion, is_exchange, last_cards, motions, shown
from rulespec.plan.options import HIDDEN
from rulespec.run.memory import Memory
from rulespec.run.snapshot import Engine
from rulespec.run.tracks import Tracks

EXCHANGES = 12  # tried for each card, to shuffle a guess
VARIED = 6  # tried, to vary a guess that nearly fits


@frozen(eq=False)
class Guess:
    """Where every card lay at first, and which cards each event moved; moments are counted from where it starts."""

    tracks: Tracks
    first: tuple[int, ...]
    order: tuple[int, ...]  # all cards, those of a row as they lay there at first
    start: int
    moves: list[frozenset[int]]  # the cards that each event moved

    def speaks_of(self, moment: int) -> bool:
        return moment - self.start < len(self.moves)

    def moved(self, moment: int) -> frozenset[int]:
        """The cards that the event of this moment moved."""
        return self.moves[moment - self.start]

    def soon(self, moment: int, ahead: int) -> frozenset[int]:
        """The cards that it moves, or one of the events after it."""
        at = moment - self.start
        return frozenset[int]().union(*self.moves[at : at + ahead])


class Exchange(NamedTuple):
    """Two cards that took each other's places from one moment on, until just before another."""

    one: int
    other: int
    first: int
    last: int


@define(eq=False)
class CardTracks:
    """A stretch of what was heard: the events after moment `start`, up to moment `end` (a moment follows its event)."""

    engine: Engine
    memory: Memory
    start: int
    end: int
    _ordered: tuple[bool, ...] = field(init=False)
    # moments with motions, or at which it was seen what lies last in a row; the latest first
    _moving: list[tuple[int, bool, tuple[Motion, ...], tuple[Motion, ...]]] = field(init=False)
    _begun: Tracks = field(init=False)  # before any card is laid
    _tracks: Tracks = field(init=False)
    _length: int = field(init=False)
    _order: tuple[int, ...] = field(init=False)  # see `Guess`
    unsure: list[int] = field(init=False)  # the cards whose places he does not always know

    def __attrs_post_init__(self) -> None:
        self._ordered = tuple(place.zone.ordered for place in self.memory.material.places)
        cards = range(len(self.memory.material.cards))
        self._length = self.end - self.start + 1
        named, self._moving = [set[int]() for _ in cards], []
        for moment in range(self.end, self.start, -1):
            event = self.memory.heard[moment]
            moved = motions(event)
            last = last_cards(event)
            if moved or last:
                self._moving.append((moment, is_exchange(event), moved, last))
            for card, _, _ in (*moved, *shown(event)):
                if card != HIDDEN:
                    named[card].add(moment - self.start)
        ends = self.memory.may[self.start], self.memory.may[self.end]
        self._begun = self.engine.tracks(self._length, tuple(tuple(sorted(each)) for each in named), *ends)
        self.unsure = [*self.memory.unsure(self.start, self.end)]

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
            way = self._tracks.place(card, at - 1), self._tracks.place(card, at)
            if went.get(card) != way:
                instead.setdefault(way, []).append(card)
        for card, way in went.items():
            if (self._tracks.place(card, at - 1), self._tracks.place(card, at)) != way:
                guessed = instead.get(way)
                if not guessed or not self._tracks.turn(card, guessed.pop(), at):
                    return None
        return None if any(instead.values()) else self.guessed()

    def guessed(self) -> Guess:
        """The guess as it stands."""
        return Guess(self._tracks, self._tracks.first(), self._order, self.start, self._tracks.moves())

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
        self._tracks = self._begun.copy()
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
                    self._tracks.lies(card, place, at, until[card])
                    until[card], laid[card] = at, source
        for card, place in laid.items():
            self._tracks.lies(card, place, 0, until[card])
        self._order = tuple([card for held in lying for card in held])
        return True

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
        self._tracks = guess.tracks.copy()

    def exchange(self, moment: int, random: Random) -> Exchange | None:
        """Two cards change places as they lie at a moment; None if he could tell, or they lie together."""
        cards = self.unsure
        if not cards:
            return None
        one, other = cards[int(random.random() * len(cards))], cards[int(random.random() * len(cards))]
        found = None if one == other else self._tracks.exchange(one, other, moment - self.start)
        return None if found is None else Exchange(one, other, self.start + found[0], self.start + found[1])

    def revert(self, exchange: Exchange) -> None:
        """Takes an exchange back."""
        one, other, first, last = exchange
        self._tracks.swap(one, other, first - self.start, last - self.start)

    def _shuffle(self, times: int, moment: int, random: Random) -> None:
        """Two cards change places from one meeting to the next, wherever he could not tell."""
        if len(self.unsure) > 1:
            self._tracks.shuffle(self.unsure, times, min(moment, self.end) - self.start + 1, random.random)


def spread(cards: list[int], may: tuple[int, ...], room: dict[int, int], random: Random) -> dict[int, int] | None:
    """Cards laid at random where each may lie and there is room for all; None if that cannot be."""
    order = cards.copy()
    rooms = sum([1 << place for place in room])
    if len(order) > 1:
        random.shuffle(order)
        order.sort(key=lambda card: (may[card] & rooms).bit_count())  # those with the fewest choices first
    left, laid = dict(room), dict[int, int]()
    open_ = _with_room(left)
    for card in order:
        possible = may[card] & open_
        if possible:
            place = _drawn(possible, left, random) if possible & (possible - 1) else possible.bit_length() - 1
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


def _drawn(possible: int, left: dict[int, int], random: Random) -> int:
    """One of some places, each the likelier the more room is left in it."""
    rooms = [(place, count) for place, count in left.items() if possible >> place & 1]
    chance, place = random.random() * sum([count for _, count in rooms]), rooms[0][0]
    for place, count in rooms:  # noqa: B007 (the place is what is looked for)
        chance -= count
        if chance < 0:
            break
    return place


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
