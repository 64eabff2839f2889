"""What comes of a simulation: counts, means and extremes, of as many games as there may be. No row is kept in memory.

All sums are exact, so that they are the same in whichever parts they were made.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import sqrt
from operator import itemgetter
from typing import Any

from attrs import Factory, define, field, frozen

from rulespec.simulations.rows import Rows

Number = int | float
Question = tuple[str, str]  # a block that asks, and what


@frozen
class Amount:
    """Something that was measured so often: what its values add up to, and the least and the most of them."""

    count: int = 0
    total: Fraction = Fraction(0)
    squares: Fraction = field(default=Fraction(0), repr=False)
    least: Number | None = None
    most: Number | None = None

    @classmethod
    def of(cls, column: Iterable[Number | None]) -> "Amount":
        """The values of a column; None is none."""
        counted = Counter(column)
        counted.pop(None, None)
        if not counted:
            return cls()
        values = [value for value in counted if value is not None]
        exact = [(Fraction(value), counted[value]) for value in values]
        total = sum((value * times for value, times in exact), Fraction(0))
        squares = sum((value * value * times for value, times in exact), Fraction(0))
        return cls(counted.total(), total, squares, min(values), max(values))

    def __add__(self, other: "Amount") -> "Amount":
        if not self.count or not other.count:
            return self if self.count else other
        assert self.least is not None and other.least is not None and self.most is not None and other.most is not None
        return Amount(
            self.count + other.count,
            self.total + other.total,
            self.squares + other.squares,
            min(self.least, other.least),
            max(self.most, other.most),
        )

    @property
    def mean(self) -> float | None:
        """None where nothing was measured."""
        return float(self.total / self.count) if self.count else None

    @property
    def deviation(self) -> float | None:
        """The standard deviation of the values, as a sample; None of fewer than two."""
        if self.count < 2:
            return None
        return sqrt((self.squares - self.total * self.total / self.count) / (self.count - 1))


@frozen
class Seat:
    """A seat in all games: how many it began and won, how many of those that it began, what it got and scored."""

    name: str
    began: int
    won: int
    won_when_first: int
    returned: Amount
    score: Amount


@frozen
class Simulation:
    """What comes of so many games of some players.

    `lengths` counts games by their turns. `ended` and `rounds_ended` count how games and rounds ended, by the block of
    the rules that says so; a game can end at the limit of turns, and its last round by nothing. `worked` counts the
    turns in which a block that is done now and then, as an action is, changed or showed something. Of each block that
    asks, and what it asks, `asked` has how often, `used` how often each thing was chosen, and `used_by` how often cards
    were with each word of the lists that they show.
    """

    rules: str
    players: int
    agents: tuple[str, ...]
    seed: int
    games: int
    turns: Amount
    rounds: Amount
    decisions: Amount
    forced: Amount  # decisions with one option
    draws: Amount
    lead_changes: Amount
    led_since: Amount  # which share of the turns was over when the winners came to lead for good
    turns_of_rounds: Amount
    lengths: Mapping[int, int] = field(repr=False)
    ended: Mapping[str, int]
    rounds_ended: Mapping[str | None, int]
    worked: Mapping[str, int]
    seats: tuple[Seat, ...]
    asked: Mapping[Question, int] = field(repr=False)
    used: Mapping[Question, Mapping[str, int]] = field(repr=False)
    used_by: Mapping[Question, Mapping[str, Mapping[str, int]]] = field(repr=False)


_AMOUNTS = {"turns": 3, "rounds": 4, "decisions": 5, "forced": 6, "draws": 7, "lead_changes": 9, "led_since": 10}


@define(eq=False)
class Tally:
    """What is counted of games so far."""

    games: int = 0
    amounts: dict[str, Amount] = Factory(dict)
    lengths: Counter[int] = Factory(Counter)
    ended: Counter[str] = Factory(Counter)
    rounds_ended: Counter[str | None] = Factory(Counter)
    seats: Counter[tuple[int, str]] = Factory(Counter)
    asked: Counter[int] = Factory(Counter)
    uses: Counter[int] = Factory(Counter)
    worked: Counter[str] = Factory(Counter)

    def add(self, rows: Rows, players: int) -> None:
        """The next games."""
        self.games += len(rows.games)
        for name, column in _AMOUNTS.items():
            self._measured(name, map(itemgetter(column), rows.games))
        self._measured("turns_of_rounds", map(itemgetter(3), rows.rounds))
        self.lengths.update(map(itemgetter(3), rows.games))
        self.ended.update(map(itemgetter(8), rows.games))
        self.rounds_ended.update(map(itemgetter(5), rows.rounds))
        first = [*map(itemgetter(2), rows.games)]
        self.seats.update((seat, "began") for seat in first)
        for seat in range(players):
            here = rows.seats[seat::players]
            won = [begins for begins, row in zip(first, here, strict=True) if row[2]]
            self.seats[seat, "won"] += len(won)
            self.seats[seat, "won when first"] += won.count(seat)
            self._measured(f"returned {seat}", map(itemgetter(3), here))
            self._measured(f"score {seat}", map(itemgetter(4), here))
        for _, site, times in rows.asked:
            self.asked[site] += times
        for _, use, times in rows.uses:
            self.uses[use] += times
        for _, block, turns in rows.worked:
            self.worked[block] += turns

    def merge(self, other: "Tally") -> None:
        """What was counted of the next games elsewhere."""
        self.games += other.games
        for name, amount in other.amounts.items():
            self.amounts[name] = self.amount(name) + amount
        self.lengths += other.lengths
        self.ended += other.ended
        self.rounds_ended += other.rounds_ended
        self.seats += other.seats
        self.asked += other.asked
        self.uses += other.uses
        self.worked += other.worked

    def amount(self, name: str) -> Amount:
        return self.amounts.get(name, Amount())

    def seat(self, seat: int, name: str) -> Seat:
        began, won, first = (self.seats[seat, what] for what in ("began", "won", "won when first"))
        return Seat(name, began, won, first, self.amount(f"returned {seat}"), self.amount(f"score {seat}"))

    def _measured(self, name: str, values: Iterable[Any]) -> None:
        self.amounts[name] = self.amount(name) + Amount.of(values)
