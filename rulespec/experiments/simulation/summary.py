"""The summary of a simulation: counts, means and extremes in constant memory, whatever the number of games.

All sums are exact, so that they do not depend on how the games were divided into chunks.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import sqrt
from typing import Any

from attrs import Factory, define, field, frozen

from rulespec.experiments.simulation.rows import Rows

Number = int | float
Question = tuple[str, str]  # a block that asks, and what


@frozen
class Amount:
    """A measure over some games: the number of its values, their exact sum and sum of squares, least and most."""

    count: int = 0
    total: Fraction = Fraction(0)
    squares: Fraction = field(default=Fraction(0), repr=False)
    least: Number | None = None
    most: Number | None = None

    @classmethod
    def of(cls, column: Iterable[Number | None]) -> "Amount":
        """The sums of a column, without the values that are None."""
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
        """The mean of the values; None if there are none."""
        return float(self.total / self.count) if self.count else None

    @property
    def deviation(self) -> float | None:
        """The sample standard deviation; None for fewer than two values."""
        if self.count < 2:
            return None
        return sqrt((self.squares - self.total * self.total / self.count) / (self.count - 1))


@frozen
class SeatSummary:
    """A seat over all games: how many it began, won, and won of those it began; its returns and scores."""

    name: str
    began: int
    won: int
    won_when_first: int
    returned: Amount
    score: Amount


@frozen
class Simulation:
    """The summary of `games` games of the same players.

    `lengths` counts games by their number of turns. `ended` and `rounds_ended` count games and rounds by the block that
    ended them; a game can end at the limit of turns, and its last round without a reason (None). `worked` counts the
    turns in which a block such as an action changed or showed something. `asked` counts how often each block asked each
    question, `used` what was chosen there, and `used_by` the chosen cards by the words that they show, list by list.
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
    led_since: Amount  # the share of the turns after which the winners led to the end
    turns_of_rounds: Amount
    lengths: Mapping[int, int] = field(repr=False)
    ended: Mapping[str, int]
    rounds_ended: Mapping[str | None, int]
    worked: Mapping[str, int]
    seats: tuple[SeatSummary, ...]
    asked: Mapping[Question, int] = field(repr=False)
    used: Mapping[Question, Mapping[str, int]] = field(repr=False)
    used_by: Mapping[Question, Mapping[str, Mapping[str, int]]] = field(repr=False)


AMOUNTS = {  # the amounts of a simulation, with their names in reports
    "turns": "turns",
    "rounds": "rounds",
    "turns_of_rounds": "turns of a round",
    "decisions": "decisions",
    "forced": "decisions with one option",
    "draws": "draws",
    "lead_changes": "changes of lead",
    "led_since": "share of turns until the winners led for good",
}
_OF_GAMES = [name for name in AMOUNTS if name != "turns_of_rounds"]  # columns of the table `games`


@define(eq=False)
class Tally:
    """The counts of the games so far."""

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
        """Counts the rows of the next games."""
        self.games += len(rows.games)
        for name in _OF_GAMES:
            self._measured(name, rows.column("games", name))
        self._measured("turns_of_rounds", rows.column("rounds", "turns"))
        self.lengths.update(rows.column("games", "turns"))
        self.ended.update(rows.column("games", "ended"))
        self.rounds_ended.update(rows.column("rounds", "ended"))
        first = rows.column("games", "first")
        won, returned, scores = (rows.column("seats", name) for name in ("won", "returned", "score"))
        self.seats.update((seat, "began") for seat in first)
        for seat in range(players):
            begun = [begins for begins, wins in zip(first, won[seat::players], strict=True) if wins]
            self.seats[seat, "won"] += len(begun)
            self.seats[seat, "won when first"] += begun.count(seat)
            self._measured(f"returned {seat}", returned[seat::players])
            self._measured(f"score {seat}", scores[seat::players])
        for _, site, times in rows.asked:
            self.asked[site] += times
        for _, use, times in rows.uses:
            self.uses[use] += times
        for _, block, turns in rows.worked:
            self.worked[block] += turns

    def merge(self, other: "Tally") -> None:
        """Adds the tally of the next games."""
        self.games += other.games
        for name, amount in other.amounts.items():
            self.amounts[name] = self.amount(name) + amount
        for each in ("lengths", "ended", "rounds_ended", "seats", "asked", "uses", "worked"):
            getattr(self, each).update(getattr(other, each))

    def amount(self, name: str) -> Amount:
        """The amount with a name; an empty one if nothing was measured."""
        return self.amounts.get(name, Amount())

    def seat(self, seat: int, name: str) -> SeatSummary:
        began, won, first = (self.seats[seat, what] for what in ("began", "won", "won when first"))
        return SeatSummary(name, began, won, first, self.amount(f"returned {seat}"), self.amount(f"score {seat}"))

    def _measured(self, name: str, values: Iterable[Any]) -> None:
        self.amounts[name] = self.amount(name) + Amount.of(values)
