"""A guess of where every card lay at each moment, as one player heard it.

Guesses are shuffled by exchanging cards, and mended where the game shows that other cards moved than was guessed.
"""

from random import Random

from attrs import define, field, frozen

from rulespec.knowledge.memory import Memory, Motion, motions
from rulespec.run.options import HIDDEN

EXCHANGES = 12  # tried for each card, to shuffle a guess
VARIED = 6  # tried, to vary a guess that nearly fits


Columns = list[list[int]]  # for each card, where it lies at each moment of a stretch


@frozen(eq=False)
class Guess:
    """Where every card lay at first, and for each event, by its index, the cards that it moved."""

    columns: Columns
    first: tuple[int, ...]
    moved: list[frozenset[int]]


@define(eq=False)
class Strands:
    """A stretch of what was heard: the events after moment `start`, up to moment `end` (a moment follows its event)."""

    memory: Memory
    start: int
    end: int
    _ordered: tuple[bool, ...] = field(init=False)
    _named: list[bytearray] = field(init=False)  # for each card, at which moments an event named it
    _columns: Columns = field(init=False)
    unsure: list[int] = field(init=False)  # the cards whose places he does not always know

    def __attrs_post_init__(self) -> None:
        self._ordered = tuple(place.zone.ordered for place in self.memory.material.places)
        cards, length = len(self.memory.material.cards), self.end - self.start + 1
        self._named = [bytearray(length) for _ in range(cards)]
        for moment in range(self.start + 1, self.end + 1):
            event = self.memory.heard[moment]
            shown = event[3] if event[0] == "show" else ()
            for card in (*(card for card, _, _ in motions(event)), *shown):
                if card != HIDDEN:
                    self._named[card][moment - self.start] = 1
        may = self.memory.may[self.start : self.end + 1]
        self.unsure = [card for card in range(cards) if any(each[card] & (each[card] - 1) for each in may)]

    def guess(self, random: Random, *, shuffle: bool = True) -> Guess | None:
        """A guess; None if it came to nothing. Only if shuffled, each is as likely as any other."""
        if not self._lay(random):
            return None
        self._shuffle(EXCHANGES * len(self.unsure) if shuffle else 0, self.end, random)
        return self._guessed()

    def varied(self, guess: Guess, moment: int, random: Random) -> Guess:
        """A guess with a few cards exchanged at some time up to a moment."""
        self._columns = [column.copy() for column in guess.columns]
        self._shuffle(VARIED, moment, random)
        return self._guessed()

    def mended(self, guess: Guess, moment: int, moved: tuple[Motion, ...]) -> Guess | None:
        """The guess for a game in which an event moved other cards than was guessed; None if that cannot be.

        Each card that moved instead of another goes on where that one was guessed to be, until the two meet.
        """
        at = moment - self.start
        self._columns = [column.copy() for column in guess.columns]
        instead: dict[tuple[int, int], list[int]] = {}  # the cards that were guessed to go somewhere, and did not
        went = {card: (source, to) for card, source, to in moved if source != to}
        for card in guess.moved[moment]:
            way = self._columns[card][at - 1], self._columns[card][at]
            if went.get(card) != way:
                instead.setdefault(way, []).append(card)
        for card, way in went.items():
            if (self._columns[card][at - 1], self._columns[card][at]) != way:
                guessed = instead.get(way)
                if not guessed or not self._turn(card, guessed.pop(), at):
                    return None
        return None if any(instead.values()) else self._guessed()

    def _turn(self, one: int, other: int, at: int) -> bool:
        """Two cards change places from a moment on, until they meet."""
        column, beside = self._columns[one], self._columns[other]
        last, length = at + 1, len(column)
        while last < length and not self._meet(column[last], beside[last]):
            last += 1
        if last == length and not self._allowed(one, other, length - 1):
            return False
        if any(1 in self._named[card][at + 1 : last + 1] for card in (one, other)):
            return False
        column[at:last], beside[at:last] = beside[at:last], column[at:last]
        return True

    def _guessed(self) -> Guess:
        return Guess(self._columns, tuple(column[0] for column in self._columns), self._moved())

    def _moved(self) -> list[frozenset[int]]:
        moved: list[set[int]] = [set() for _ in range(self.end + 1)]
        for card, column in enumerate(self._columns):
            before = column[0]
            for at, place in enumerate(column):
                if place != before:
                    moved[self.start + at].add(card)
                    before = place
        return [frozenset(cards) for cards in moved]

    # ---- laying, from the last moment back to the first, so that what was seen later is not forgotten before

    def _lay(self, random: Random) -> bool:
        memory, length = self.memory, self.end - self.start + 1
        cards = list(range(len(memory.material.cards)))
        laid = spread(cards, memory.may[self.end], dict(enumerate(memory.sizes[self.end])), random)
        if laid is None:
            return False
        rows: dict[int, list[int]] = {place: [] for place, ordered in enumerate(self._ordered) if ordered}
        random.shuffle(cards)
        for card in cards:
            if laid[card] in rows:
                rows[laid[card]].append(card)
        self._columns = [[laid[card]] * length for card in range(len(cards))]
        for moment in range(self.end, self.start, -1):
            if not self._back(moment, laid, rows, random):
                return False
            at = moment - 1 - self.start
            for card, place in laid.items():
                self._columns[card][at] = place
        return True

    def _back(self, moment: int, laid: dict[int, int], rows: dict[int, list[int]], random: Random) -> bool:
        """Takes back what an event moved."""
        came: dict[int, dict[int, int]] = {}  # for each place, how many unseen cards came from where
        back: dict[int, int] = {}
        event = self.memory.heard[moment]
        for card, source, to in motions(event):
            if card == HIDDEN:
                sources = came.setdefault(to, {})
                sources[source] = sources.get(source, 0) + 1
            elif laid[card] != to:
                return False
            else:
                back[card] = source
        may = self.memory.may[moment - 1]
        for to, sources in came.items():
            there = [card for card, place in laid.items() if place == to and card not in back]
            room = dict(sources)
            if self._ordered[to]:
                count = sum(sources.values())
                there = [card for card in rows[to] if card not in back]
                there = random.sample(there, count) if event[0] == "exchange" else there[-count:]
            else:
                room[to] = room.get(to, 0) + len(there) - sum(sources.values())
            before = spread(there, may, room, random)
            if before is None:
                return False
            back |= {card: place for card, place in before.items() if place != to or self._ordered[to]}
        for card, source in back.items():
            if laid[card] in rows:
                rows[laid[card]].remove(card)
            if source in rows:
                rows[source].append(card)
            laid[card] = source
        return True

    # ---- shuffling

    def _shuffle(self, times: int, moment: int, random: Random) -> None:
        """Two cards change places from one meeting to the next, wherever he could not tell."""
        cards = self.unsure
        if len(cards) < 2:
            return
        length = min(moment, self.end) - self.start + 1
        for _ in range(times):
            one, other = cards[int(random.random() * len(cards))], cards[int(random.random() * len(cards))]
            if one != other:
                self._exchange(one, other, int(random.random() * length))

    def _exchange(self, one: int, other: int, at: int) -> None:
        column, beside = self._columns[one], self._columns[other]
        first, last = at, at + 1
        while first >= 0 and not self._meet(column[first], beside[first]):
            first -= 1
        length = len(column)
        while last < length and not self._meet(column[last], beside[last]):
            last += 1
        if first < 0 and not self._allowed(one, other, 0):
            return
        if last == length and not self._allowed(one, other, length - 1):
            return
        if any(1 in self._named[card][first + 1 : last + 1] for card in (one, other)):
            return
        start = first + 1
        column[start:last], beside[start:last] = beside[start:last], column[start:last]

    def _meet(self, place: int, other: int) -> bool:
        return place == other and not self._ordered[place]

    def _allowed(self, one: int, other: int, at: int) -> bool:
        may = self.memory.may[self.start + at]
        return bool(may[one] >> self._columns[other][at] & 1 and may[other] >> self._columns[one][at] & 1)


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
