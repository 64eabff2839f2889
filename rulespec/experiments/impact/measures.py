"""The measures of both sides of a pair, and their values in some games."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache, cached_property
from typing import Any

from attrs import frozen

from rulespec.experiments.impact.report import Kind
from rulespec.experiments.simulation.measures import LIMIT
from rulespec.experiments.simulation.rows import Rows
from rulespec.experiments.simulation.sites import Sites
from rulespec.language.tree import declarations as d
from rulespec.records.lockstep import Words

Measure = tuple[Kind, str]  # the kind, and of what
Value = int | float | Fraction | None
Columns = dict[Measure, list[Value]]  # the value of each measure in each game

# columns of the table `games`: of all rulesets, of those with rounds, of those with a score
_OF_ALL: tuple[Kind, ...] = ("turns", "decisions", "forced", "draws")
_OF_ROUNDS: tuple[Kind, ...] = ("rounds",)
_OF_SCORES: tuple[Kind, ...] = ("lead_changes", "led_since")
_RATES: tuple[tuple[Kind, Kind, Kind, int], ...] = (
    ("forced_share", "forced", "decisions", 1),
    ("lead_rate", "lead_changes", "turns", 100),
)


@frozen(eq=False, slots=False)
class Side:
    """The measures of the games by one ruleset, under the base's names.

    If all players are `alike`, seats are identified by their place in the order of play, where "1" begins; else by
    their names.
    """

    sites: Sites
    alike: bool
    seats: tuple[str, ...]  # their names in the base
    stakes: bool  # whether one of the rulesets declares returns
    called: Callable[[str], str]  # a key of a block to the base's
    said: Callable[[str], str]  # a text to the base's words

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
        """All measures that can be other than 0."""
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
        """The values of each measure, game by game; one that is missing is 0 in all of them."""
        found: Columns = {(kind, ""): rows.column("games", kind) for kind in (*_OF_ALL, *_OF_ROUNDS, *_OF_SCORES)}
        for kind, part, whole, scale in _RATES:
            sides = zip(found[part, ""], found[whole, ""], strict=True)
            found[kind, ""] = [None if x is None or not y else float(scale * x / y) for x, y in sides]
        self._seats(rows, found)
        ended = rows.column("games", "ended")
        for block in dict.fromkeys(ended):
            found["ended", block if block == LIMIT else self.called(block)] = [int(each == block) for each in ended]
        often = defaultdict[Measure, Counter[int]](Counter)
        for game, block in zip(rows.column("rounds", "game"), rows.column("rounds", "ended"), strict=True):
            if block is not None:
                often["rounds_ended", self.called(block)][game] += 1
        for game, site, times in rows.asked:
            often["asked", self._questions[site]][game] += times
        for game, block, times in rows.worked:
            often["action", self.called(block)][game] += times
        games = rows.column("games", "game")
        for measure, counted in often.items():
            found[measure] = [counted[game] for game in games]
        return found

    def _seats(self, rows: Rows, found: Columns) -> None:
        """Adds the winners, the points and the returns of each seat."""
        players, first = len(self.seats), rows.column("games", "first")
        won, got, scores = (
            [rows.column("seats", name)[seat::players] for seat in range(players)]
            for name in ("won", "returned", "score")
        )
        found["shared", ""] = [int(sum(each) > 1) for each in zip(*won, strict=True)]
        by_place = self._by_place(won, first)
        for place, column in zip(self._places, by_place if self.alike else won, strict=True):
            found["wins", place] = column
        found["began", ""] = by_place[0]
        if self.stakes:
            for place, column in zip(self._places, self._by_place(got, first) if self.alike else got, strict=True):
                found["gets", place] = column
            found["stakes", ""] = [
                Fraction(sum(map(abs, map(Fraction, each))), players) for each in zip(*got, strict=True)
            ]
        found["points", ""] = [
            None if None in each else Fraction(sum(each), players) for each in zip(*scores, strict=True)
        ]

    def _by_place(self, seats: Sequence[list[Any]], first: Sequence[int]) -> list[list[Any]]:
        """Columns by seat to columns by place in the order of play."""
        players = len(seats)
        return [[seats[(begins + place) % players][at] for at, begins in enumerate(first)] for place in range(players)]

    @property
    def _places(self) -> tuple[str, ...]:
        return tuple([str(place + 1) for place in range(len(self.seats))]) if self.alike else self.seats

    @cached_property
    def _questions(self) -> dict[int, str]:
        return {site: f"{self.called(block)}: {self.said(asked)}" for site, (block, asked) in self.sites.asked.items()}


def common(sides: tuple[Side, Side]) -> tuple[Measure, ...]:
    """The measures that both rulesets have."""
    there = {*sides[1].measures}
    return tuple([each for each in sides[0].measures if each in there])
