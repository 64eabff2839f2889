"""What is measured of a game on both sides: which measures there are, and their values in some games."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache, cached_property
from operator import itemgetter
from typing import Any

from attrs import frozen

from rulespec.impacts.report import Kind
from rulespec.lockstep import Words
from rulespec.simulations.measures import LIMIT
from rulespec.simulations.rows import Rows
from rulespec.simulations.sites import Sites
from rulespec.tree import declarations as d

Measure = tuple[Kind, str]  # the kind, and of what
Value = int | float | Fraction | None
Columns = dict[Measure, list[Value]]  # of each measure its value in each game

_OF_ALL: dict[Kind, int] = {"turns": 3, "decisions": 5, "forced": 6, "draws": 7}  # columns of the rows of games
_OF_ROUNDS: dict[Kind, int] = {"rounds": 4}
_OF_SCORES: dict[Kind, int] = {"lead_changes": 9, "led_since": 10}
_RATES: tuple[tuple[Kind, Kind, Kind, int], ...] = (
    ("forced_share", "forced", "decisions", 1),
    ("lead_rate", "lead_changes", "turns", 100),
)
ENDED = 8


@frozen(eq=False, slots=False)
class Side:
    """What is measured of the games by one ruleset, called as the base calls it.

    Where all `alike` play, a seat is known by its place in the order of play, which the first has who begins; else by
    its name.
    """

    sites: Sites
    alike: bool
    seats: tuple[str, ...]  # what the base calls them
    stakes: bool  # whether one of the rulesets says what each player has from a game
    called: Callable[[str], str]  # the key of a block, as the base calls it
    said: Callable[[str], str]  # a text, in the base's words

    @classmethod
    def both(cls, base: Sites, variant: Sites, alike: bool) -> "tuple[Side, Side]":
        """The sides of a base and a variant."""
        words, seats = Words(variant.game.rules, base.game.rules), tuple(base.game.seat_names)
        stakes = any(each.game.rules.composed.of(d.Returns) for each in (base, variant))
        own, other = (
            cls(base, alike, seats, stakes, str, str),
            cls(variant, alike, seats, stakes, cache(words.key), words.text),
        )
        return own, other

    @cached_property
    def measures(self) -> tuple[Measure, ...]:
        """All that can have a value, and be other than 0."""
        return tuple(dict.fromkeys(self._measures()))

    def _measures(self) -> Iterator[Measure]:
        rules = self.sites.game.rules.composed
        for kinds, there in ((_OF_ALL, True), (_OF_ROUNDS, rules.of(d.Round)), (_OF_SCORES, rules.of(d.Score))):
            if there:
                yield from ((kind, "") for kind in kinds)
        yield "forced_share", ""
        if rules.of(d.Score):
            yield "lead_rate", ""
            yield "points", ""
        if self.stakes:
            yield "stakes", ""
            yield from (("gets", place) for place in self._places)
        yield "shared", ""
        yield from (("wins", place) for place in self._places)
        if not self.alike:
            yield "began", ""
        yield from (("ended", self.called(each.key)) for each in rules.of(d.GameEnds))
        yield "ended", LIMIT
        yield from (("rounds_ended", self.called(each.key)) for each in rules.of(d.RoundEnds))
        yield from (("asked", question) for question in self._questions.values())
        yield from (("action", self.called(block)) for block in self.sites.works)

    def columns(self, rows: Rows) -> Columns:
        """The values in some games, one after another; a measure that is not there is 0 in all of them."""
        found: Columns = {}
        for kind, column in (_OF_ALL | _OF_ROUNDS | _OF_SCORES).items():
            found[kind, ""] = [*map(itemgetter(column), rows.games)]
        for kind, part, whole, scale in _RATES:
            sides = zip(found[part, ""], found[whole, ""], strict=True)
            found[kind, ""] = [None if x is None or not y else float(scale * x / y) for x, y in sides]
        self._seats(rows, found)
        ended = [*map(itemgetter(ENDED), rows.games)]
        for block in dict.fromkeys(ended):
            found["ended", block if block == LIMIT else self.called(block)] = [int(each == block) for each in ended]
        often = defaultdict[Measure, Counter[int]](Counter)
        for (game, block), times in Counter((row[0], row[5]) for row in rows.rounds).items():
            if block is not None:
                often["rounds_ended", self.called(block)][game] += times
        for game, site, times in rows.asked:
            often["asked", self._questions[site]][game] += times
        for game, block, times in rows.worked:
            often["action", self.called(block)][game] += times
        games = [*map(itemgetter(0), rows.games)]
        for measure, counted in often.items():
            found[measure] = [counted[game] for game in games]
        return found

    def _seats(self, rows: Rows, found: Columns) -> None:
        """Who won, with how many points, and what each got."""
        players, first = len(self.seats), [*map(itemgetter(2), rows.games)]
        won = [[*map(itemgetter(2), rows.seats[seat::players])] for seat in range(players)]
        found["shared", ""] = [int(sum(each) > 1) for each in zip(*won, strict=True)]
        by_place = self._by_place(won, first)
        for place, column in zip(self._places, by_place if self.alike else won, strict=True):
            found["wins", place] = column
        found["began", ""] = by_place[0]
        if self.stakes:
            got = [[*map(itemgetter(3), rows.seats[seat::players])] for seat in range(players)]
            for place, column in zip(self._places, self._by_place(got, first) if self.alike else got, strict=True):
                found["gets", place] = column
            found["stakes", ""] = [
                Fraction(sum(map(abs, map(Fraction, each))), players) for each in zip(*got, strict=True)
            ]
        scores = [[*map(itemgetter(4), rows.seats[seat::players])] for seat in range(players)]
        found["points", ""] = [
            None if None in each else Fraction(sum(each), players) for each in zip(*scores, strict=True)
        ]

    def _by_place(self, seats: Sequence[list[Any]], first: Sequence[int]) -> list[list[Any]]:
        """Columns of the seats as those of the places in the order of play."""
        players = len(seats)
        return [[seats[(begins + place) % players][at] for at, begins in enumerate(first)] for place in range(players)]

    @property
    def _places(self) -> tuple[str, ...]:
        return tuple([str(place + 1) for place in range(len(self.seats))]) if self.alike else self.seats

    @cached_property
    def _questions(self) -> dict[int, str]:
        return {site: f"{self.called(block)}: {self.said(asked)}" for site, (block, asked) in self.sites.asked.items()}


def common(sides: tuple[Side, Side]) -> tuple[Measure, ...]:
    """What is measured of the games by both rulesets."""
    there = {*sides[1].measures}
    return tuple([each for each in sides[0].measures if each in there])
