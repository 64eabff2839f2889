"""Where each card lies at each moment of a game, as it is guessed: two cards can change places in between."""

from collections.abc import Callable
from typing import Protocol, Self

from attrs import define, evolve

Bits = int  # moments, a bit for each; or places
Closing = tuple[int, int]  # the moments before and after some events in which no card moves twice
Track = dict[int, Bits]  # for each place in which a card lies at some time, when it does


class Tracks(Protocol):
    """The tracks of all cards through some moments, the first of which is 0."""

    def lies(self, card: int, place: int, first: int, until: int, /) -> None:
        """A card lies in a place from a moment until another."""

    def place(self, card: int, at: int, /) -> int:
        """Where a card lies."""

    def shuffle(self, cards: list[int], times: int, length: int, draw: Callable[[], float], /) -> None:
        """Two of some cards change places, so many times, as far as they can: see `exchange`; by numbers in [0, 1).

        No card then moves more often in a closing than before.
        """

    def exchange(self, one: int, other: int, at: int, /) -> tuple[int, int] | None:
        """Two cards change places from their last meeting until their next, or where all begins or ends.

        They meet where both lie in one place that is no row. None if they do so at the moment, or cannot be exchanged.
        """

    def turn(self, one: int, other: int, at: int, /) -> bool:
        """Two cards change places from a moment until they meet, if they can."""

    def swap(self, one: int, other: int, first: int, last: int, /) -> bool:
        """Two cards change places from a moment until another, if they can: nothing names one of them meanwhile."""

    def first(self) -> tuple[int, ...]:
        """Where each card lies at first."""

    def moves(self) -> list[frozenset[int]]:
        """The cards that come to lie elsewhere at each moment."""

    def copy(self) -> Self:
        """Others that go their own way."""


@define(eq=False)
class BitTracks:
    """Tracks as the bits of numbers, in which where two cards meet is found at once, however many moments there are."""

    _length: int
    _rows: tuple[bool, ...]  # of each place whether it is a row
    _named: tuple[Bits, ...]  # of each card, at which moments an event named it
    _may: tuple[tuple[Bits, ...], tuple[Bits, ...]]  # the places in which each card may lie at first, and at last
    _barred: list[Track]  # where, and when, each card cannot lie
    _tracks: list[Track]
    _closings: tuple[Closing, ...] = ()

    def lies(self, card: int, place: int, first: int, until: int, /) -> None:
        track = self._tracks[card]
        track[place] = track.get(place, 0) | (1 << until) - (1 << first)

    def place(self, card: int, at: int, /) -> int:
        return next(place for place, lying in self._tracks[card].items() if lying >> at & 1)

    def shuffle(self, cards: list[int], times: int, length: int, draw: Callable[[], float], /) -> None:
        count = len(cards)
        for _ in range(times):  # one number decides both cards and the moment
            chance = draw() * count
            first = int(chance)
            chance = (chance - first) * count
            second = int(chance)
            if first != second:
                one, other, at = cards[first], cards[second], int((chance - second) * length)
                meetings = self._meetings(one, other)
                before, after = (meetings & (2 << at) - 1).bit_length(), self._next_meeting(meetings, at)
                again = self._moved_again(one) + self._moved_again(other)
                if self.swap(one, other, before, after) and self._moved_again(one) + self._moved_again(other) > again:
                    self.swap(one, other, before, after)

    def exchange(self, one: int, other: int, at: int, /) -> tuple[int, int] | None:
        meetings = self._meetings(one, other)
        if meetings >> at & 1:
            return None
        first, last = (meetings & (2 << at) - 1).bit_length(), self._next_meeting(meetings, at)
        return (first, last) if self.swap(one, other, first, last) else None

    def turn(self, one: int, other: int, at: int, /) -> bool:
        return self.swap(one, other, at, self._next_meeting(self._meetings(one, other), at))

    def swap(self, one: int, other: int, first: int, last: int, /) -> bool:
        if first == 0 and not self._may_change(one, other, 0):
            return False
        if last == self._length and not self._may_change(one, other, 1):
            return False
        if (self._named[one] | self._named[other]) & (2 << last) - (1 << first):
            return False
        between = (1 << last) - (1 << first)
        mine, theirs = self._tracks[one], self._tracks[other]
        for barred, track in ((self._barred[one], theirs), (self._barred[other], mine)):
            if any(when & track.get(place, 0) & between for place, when in barred.items()):
                return False
        for place in {*mine, *theirs}:
            lying, beside = mine.get(place, 0), theirs.get(place, 0)
            change = (lying ^ beside) & between
            if change:
                mine[place], theirs[place] = lying ^ change, beside ^ change
        return True

    def first(self) -> tuple[int, ...]:
        return tuple([self.place(card, 0) for card in range(len(self._tracks))])

    def moves(self) -> list[frozenset[int]]:
        moved: list[set[int]] = [set() for _ in range(self._length)]
        for card, track in enumerate(self._tracks):
            for lying in track.values():
                came = lying & ~(lying << 1 | 1)
                while came:
                    at = came.bit_length() - 1
                    moved[at].add(card)
                    came ^= 1 << at
        return [frozenset(cards) for cards in moved]

    def copy(self) -> Self:
        return evolve(self, tracks=[track.copy() for track in self._tracks])

    def _moved_again(self, card: int) -> int:
        """How often a card moves in closings in which it has moved already."""
        found = 0
        for first, last in self._closings:
            moved = sum([self.place(card, at) != self.place(card, at + 1) for at in range(first, last)])
            found += max(0, moved - 1)
        return found

    def _meetings(self, one: int, other: int) -> Bits:
        """When two cards lie in one place that has no order."""
        found, beside = 0, self._tracks[other].get
        for place, lying in self._tracks[one].items():
            if not self._rows[place]:
                found |= lying & beside(place, 0)
        return found

    def _next_meeting(self, meetings: Bits, at: int) -> int:
        """The first after a moment, or the end."""
        later = meetings >> at + 1
        return at + (later & -later).bit_length() if later else self._length

    def _may_change(self, one: int, other: int, end: int) -> bool:
        may, at = self._may[end], (self._length - 1) * end
        return bool(may[one] >> self.place(other, at) & 1 and may[other] >> self.place(one, at) & 1)
