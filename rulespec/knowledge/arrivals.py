"""Bounds on the cards that arrived at a place unseen: of the cards that must have, no more than that can lie there."""

from bisect import bisect_left, bisect_right, insort
from functools import cached_property

from attrs import define

from rulespec.events.motions import motions
from rulespec.plan.options import HIDDEN
from rulespec.run.memory import Memory, Places

LONG = -1  # instead of a moment, for a card that may have lain there from the beginning, or was seen to arrive


@define(eq=False, slots=False)
class Arrivals:
    """The arrivals at each place by the events after moment `start`, up to moment `end`."""

    memory: Memory
    start: int
    end: int

    @cached_property
    def may(self) -> list[tuple[Places, ...]]:
        """The set of places (a bit mask) where each card may have lain, by moment and card."""
        return list(self.memory.may)

    def since(self, card: int, place: int, moment: int) -> int:
        """The last moment before `moment` at which a card cannot have lain in a place, where it then arrived unseen."""
        if not self._unseen[place]:
            return LONG
        appeared = self._appearing[card].get(place, [])
        at = bisect_left(appeared, (moment, LONG))
        return appeared[at - 1][1] if at else LONG

    def rooms(self, place: int, moment: int, count: int, coming: set[int], lying: list[int]) -> list[tuple[int, int]]:
        """Divides the room for `count` cards in a place: pairs (latest, number), each for cards that came by `latest`.

        `coming` has the moments since which the cards to be laid must have come, `lying` those of the cards there.
        """
        found, left, unseen = list[tuple[int, int]](), count, self._unseen[place]
        for since in sorted(coming - {LONG}):
            came = bisect_right(unseen, moment) - bisect_right(unseen, since)
            leaving = self._leaving[place]
            first, until = bisect_left(leaving, (since + 1, LONG)), bisect_left(leaving, (moment + 2, LONG))
            gone = sum([each >= since for _, each in leaving[first:until]])
            fits = max(0, came - gone - sum([each >= since for each in lying]))
            if fits < left:
                found.append((since - 1, left - fits))
                left = fits
        return [*found, (self.end, left)] if left else found

    def bar(self, moment: int, place: int, cards: list[int]) -> None:
        """Excludes that some cards lay in a place at a moment."""
        places = list(self.may[moment])
        for card in cards:
            places[card] &= ~(1 << place)
        self.may[moment] = tuple(places)
        for card in cards:
            appeared = self._appearing[card].setdefault(place, [])
            appeared[:] = [each for each in appeared if each[0] not in (moment - 1, moment)]
            if moment < self.end and self.may[moment + 1][card] >> place & 1:
                insort(appeared, (moment, LONG if card in self._named(moment + 1) else moment))
        self.__dict__.pop("_leaving", None)

    def _named(self, moment: int) -> set[int]:
        return {card for card, _, _ in motions(self.memory.heard[moment])}

    @cached_property
    def _unseen(self) -> list[list[int]]:
        """The moments at which a card arrived unseen, by place."""
        found: list[list[int]] = [[] for _ in self.memory.material.places]
        for moment in range(self.start + 1, self.end + 1):
            for card, source, to in motions(self.memory.heard[moment]):
                if card == HIDDEN and source != to:
                    found[to].append(moment)
        return found

    @cached_property
    def _leaving(self) -> list[list[tuple[int, int]]]:
        """The cards that were seen leaving, by place: the moment, and since when each must have been there."""
        found: list[list[tuple[int, int]]] = [[] for _ in self.memory.material.places]
        for moment in range(self.start + 1, self.end + 1):
            for card, source, to in motions(self.memory.heard[moment]):
                if card != HIDDEN and source != to and (since := self.since(card, source, moment - 1)) != LONG:
                    found[source].append((moment, since))
        return found

    @cached_property
    def _appearing(self) -> list[dict[int, list[tuple[int, int]]]]:
        """By card and place: pairs of the last moment before it may have lain there, and since when it came by."""
        found: list[dict[int, list[tuple[int, int]]]] = [{} for _ in self.may[self.start]]
        for moment in range(self.start, self.end):
            before, after = self.may[moment], self.may[moment + 1]
            if before is after:
                continue
            named = self._named(moment + 1)
            for card, places in enumerate(after):
                new = places & ~before[card]
                while new:
                    place = new.bit_length() - 1
                    new ^= 1 << place
                    found[card].setdefault(place, []).append((moment, LONG if card in named else moment))
        return found
