"""Guesses of where every card lay at each moment, consistent with what one player heard.

Guesses are shuffled by exchanging cards (a random walk), and repaired where the rules move other cards than guessed.
"""

from functools import cached_property
from typing import NamedTuple

from attrs import define, field

from rulespec.events.motions import Motion, is_exchange, lays_anywhere, motions
from rulespec.knowledge.closings import ANSWERED, closings
from rulespec.knowledge.laying import Laying
from rulespec.plan.options import HIDDEN
from rulespec.run.hearer import Stretch
from rulespec.run.memory import Memory
from rulespec.run.randomly import Random, one_of
from rulespec.run.tracks import Closing, Tracks

EXCHANGES = 12  # exchanges tried for each card to shuffle a guess
VARIED = 6  # exchanges tried to vary a guess that nearly fits


@define(eq=False, slots=False)
class Guess:
    """A guess for a stretch of what was heard, which begins at the moment `start`."""

    tracks: Tracks  # not changed any more
    order: tuple[int, ...]  # all cards; those of a row in the order in which they lay there at first
    start: int

    @cached_property
    def first(self) -> tuple[int, ...]:
        """The place of each card at the start."""
        return self.tracks.first()

    @cached_property
    def _moves(self) -> list[frozenset[int]]:
        return self.tracks.moves()

    def speaks_of(self, moment: int) -> bool:
        return moment - self.start < len(self._moves)

    def moved(self, moment: int) -> frozenset[int]:
        """The cards that the event of this moment moved."""
        return self._moves[moment - self.start]

    def soon(self, moment: int, ahead: int) -> frozenset[int]:
        """The cards that the event of this moment or one of the next `ahead` - 1 events moved."""
        at = moment - self.start
        return frozenset[int]().union(*self._moves[at : at + ahead])


class Swap(NamedTuple):
    """Two cards that have exchanged tracks from moment `first` until just before `last`."""

    one: int
    other: int
    first: int
    last: int


@define(eq=False, slots=False)
class CardTracks:
    """Makes guesses for the events after moment `start`, up to moment `end`; moment N follows event N."""

    memory: Memory
    start: int
    end: int
    stretch: Stretch | None  # the engine's implementation, if it has one
    waiting_moves: frozenset[int]  # see `closings`
    tracks: Tracks = field(init=False)  # the guess being changed
    _order: tuple[int, ...] = field(init=False)  # see `Guess`

    @cached_property
    def _laying(self) -> Stretch | Laying:
        return self.stretch or Laying(self.memory, self.start, self.end, self.waiting_moves)

    @cached_property
    def unsure(self) -> list[int]:
        """The cards whose places he does not know throughout."""
        return [*self.memory.unsure(self.start, self.end)]

    @cached_property
    def _rows(self) -> list[bool]:
        return [place.zone.ordered for place in self.memory.material.places]

    def until_closed(self, at: int, ahead: int) -> int:
        """How many events from one on there are until a closing is over, if only answers come before; else `ahead`."""
        for first, last in self._closings:
            if at - 1 <= first + self.start:
                answered = all(event[0] in ANSWERED for event in self.memory.heard[at : first + self.start + 1])
                return last + self.start + 1 - at if answered else ahead
        return ahead

    @cached_property
    def _closings(self) -> list[Closing]:
        memory = self.memory
        return list(closings(memory.heard, memory.material, self.waiting_moves, self.start, self.end))

    @cached_property
    def mixes_rows(self) -> bool:
        """Whether unseen cards change places in rows, or cards come to unseen ones: then guesses are not uniform."""
        ordered = self._rows
        events = filter(lays_anywhere, self.memory.heard[self.start + 1 : self.end + 1])
        ways = [(HIDDEN in (card, *event), source, to) for event in events for card, source, to in motions(event)]
        return any(hidden and (ordered[source] or ordered[to]) for hidden, source, to in ways)

    def guess(self, draw: Random, *, shuffle: bool = True) -> Guess | None:
        """A random guess; None if laying the cards got stuck. Only shuffled guesses are uniformly distributed."""
        exchanges = EXCHANGES * len(self.unsure) if shuffle and len(self.unsure) > 1 else 0
        laid = self._laying.lay(draw, self.unsure, exchanges)
        if laid is None:
            return None
        self._order = laid[1]
        return Guess(*laid, self.start)

    def bar(self, moment: int, place: int, cards: list[int]) -> None:
        """Excludes from further guesses that some cards lie in a place at a moment."""
        self._laying.bar(moment, place, cards)

    def varied(self, guess: Guess, moment: int, draw: Random) -> Guess:
        """A guess with a few random exchanges up to a moment."""
        self.take(guess)
        if len(self.unsure) > 1:
            self.tracks.shuffle(self.unsure, VARIED, min(moment, self.end) - self.start + 1, draw)
        return self.guessed()

    def mended(self, guess: Guess, moment: int, moved: tuple[Motion, ...]) -> Guess | None:
        """The guess repaired for a game in which an event moved other cards than guessed; None if that is impossible.

        Each card that moved instead of another continues on that one's track until the two meet.
        """
        at = moment - self.start
        self.take(guess)
        instead: dict[tuple[int, int], list[int]] = {}  # the cards that were guessed to move and did not, by way
        went = {card: (source, to) for card, source, to in moved if source != to}
        for card in sorted(guess.moved(moment)):
            way = self.tracks.place(card, at - 1), self.tracks.place(card, at)
            if went.get(card) != way:
                instead.setdefault(way, []).append(card)
        for card, way in went.items():
            if (self.tracks.place(card, at - 1), self.tracks.place(card, at)) != way:
                guessed = instead.get(way)
                if not guessed or not self.tracks.turn(card, guessed.pop(), at):
                    return None
        return None if any(instead.values()) else self.guessed()

    def turned_in_row(self, guess: Guess, one: int, other: int, moment: int) -> Guess | None:
        """The guess with two cards in each other's place of the row they lie in at a moment; None if it cannot be."""
        at, place = moment - self.start, guess.tracks.place
        row = place(one, at)
        if one == other:
            return guess
        if not self._rows[row] or place(other, at) != row:
            return None
        while at > 0 and place(one, at - 1) == place(other, at - 1) == row:
            at -= 1
        self.take(guess)
        if at == 0:  # they lay there all the time
            turned = {one: other, other: one}
            self._order = tuple([turned.get(card, card) for card in self._order])
            return self.guessed()
        first = at
        while first > 0 and (place(one, first - 1) != place(other, first - 1) or self._rows[place(one, first - 1)]):
            first -= 1
        if first < at and self.tracks.swap(one, other, first, at):
            return self.guessed()
        for came, stayed in ((one, other), (other, one)):
            before = self._before(guess, came, row, at)
            if before is not None and place(stayed, at - 1) == row:
                return self.turned_in_row(guess, before, stayed, at - 1 + self.start)
        return None

    def _before(self, guess: Guess, card: int, row: int, at: int) -> int | None:
        """The card that lay in a row where another came to lie by an exchange; None if it was none of two cards."""
        event, moved = self.memory.heard[at + self.start], guess.moved(at + self.start)
        if not is_exchange(event) or len(moved) != 2 or card not in moved:
            return None
        (other,) = moved - {card}
        return other if guess.tracks.place(other, at - 1) == row else None

    def guessed(self) -> Guess:
        """The current guess, which is not changed any more."""
        return Guess(self.tracks, self._order, self.start)

    def take(self, guess: Guess) -> None:
        """Makes a copy of a guess the current one."""
        self.tracks, self._order = guess.tracks.copy(), guess.order

    def exchange(self, moment: int, draw: Random) -> Swap | None:
        """Exchanges two random cards where they lie at a moment; None if he could tell, or they lie in one place."""
        cards = self.unsure
        if not cards:
            return None
        one, other = one_of(cards, draw), one_of(cards, draw)
        found = None if one == other else self.tracks.exchange(one, other, moment - self.start)
        return None if found is None else Swap(one, other, self.start + found[0], self.start + found[1])

    def revert(self, exchange: Swap) -> None:
        """Undoes an exchange."""
        one, other, first, last = exchange
        self.tracks.swap(one, other, first - self.start, last - self.start)
