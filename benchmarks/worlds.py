"""Measure how often a player's view can be sampled, and how long that takes: `python benchmarks/worlds.py --help`."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

from attrs import define, field

import palast

WORLDS = Path(__file__).parents[1] / "tests" / "rules" / "worlds"
SHELF = "ksr", "hearts", "go-fish", "cribbage", "gin-rummy", "skat"
ANSWERS = 300  # of a game, those of chance included; later moments are not looked at
MOMENTS = 10  # parts of a game, at whose ends views are sampled
AGAIN = 2  # samples of a view after the first
TIMES = f"{'median':>9} {'99th':>9}"


@define
class Found:
    """The samples of a ruleset: times in seconds, and the turns in which no world was found."""

    views: int = 0
    first: list[float] = field(factory=list)
    later: list[float] = field(factory=list)
    failed: Counter[int] = field(factory=Counter)
    lost: float = 0.0  # seconds that failed samples took

    def sample(self, view: Any, turn: int, number: int) -> None:
        """Sample a view several times, or once if no world is found."""
        self.views += 1
        for again in range(1 + AGAIN):
            start = process_time()
            try:
                view.sample(Random(number + again))
            except palast.WorldsError:
                self.failed[turn] += 1
                self.lost += process_time() - start
                return
            (self.later if again else self.first).append(process_time() - start)


def decisions(rules: Any, players: int, number: int) -> list[Any]:
    """The states of a random game in which a player decides; the same number is always the same game."""
    draw, state, asked = Random(number).random, rules.new_game(players), list[Any]()
    for _ in range(ANSWERS):
        if isinstance(state.pending, palast.Over):
            break
        if isinstance(state.pending, palast.Decision):
            asked.append(state)
        options = state.pending.options
        state = state.apply(options[int(draw() * len(options))])
    return asked


def moments(asked: list[Any]) -> list[Any]:
    """The first decision, the last one, and those after each part of the game."""
    return [asked[index] for index in sorted({(len(asked) - 1) * part // MOMENTS for part in range(MOMENTS + 1)})]


def sampled(spec: str, engine: Any, numbers: range, players: int | None) -> Found:
    """The samples of some games; by default their numbers of players take turns."""
    rules, found = palast.load(spec, engine=engine), Found()
    for number in numbers:
        seats = players or rules.players[number % len(rules.players)]
        for state in moments(decisions(rules, seats, number)):
            for seat in range(seats):
                found.sample(state.view(seat), state.turns, number)
    return found


def milliseconds(times: list[float]) -> str:
    """The median and the 99th percentile."""
    if not times:
        return f"{'':>9} {'':>9}"
    times = sorted(times)
    return f"{median(times) * 1e3:9,.1f} {times[(len(times) * 99 - 1) // 100] * 1e3:9,.1f}"


def lines(spec: str, found: Found) -> Iterator[str]:
    """A row of the table, and the turns in which samples failed."""
    failures = found.failed.total()
    share = 100 * failures / found.views if found.views else 0
    times = f"{milliseconds(found.first)}  {milliseconds(found.later)}"
    mean = found.lost / failures if failures else 0
    yield f"{Path(spec).stem:16} {found.views:6} {share:6.1f}%  {times}  {mean:9,.1f}"
    if failures:
        turns = (f"{turn} ({count})" if count > 1 else f"{turn}" for turn, count in sorted(found.failed.items()))
        yield f"    failed in turn {', '.join(turns)}"


def specs() -> list[str]:
    """The rulesets in which players learn about hidden cards in many ways, and some known games."""
    return [*map(str, sorted(WORLDS.glob("*.rules"))), *SHELF]


def main() -> None:
    parser = argparse.ArgumentParser(
        description="How often view.sample finds no world in random games, and the CPU time of a first sample of a "
        "view and of later ones: median and 99th percentile.",
        epilog="example: python benchmarks/worlds.py hearts skat --games 10 --engine native",
    )
    parser.add_argument("rules", nargs="*", help=f"rule specs (default: tests/rules/worlds and {', '.join(SHELF)})")
    parser.add_argument("--games", type=int, default=3, help="games of each ruleset (default: 3)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first game (default: 0)")
    parser.add_argument("--players", type=int, help="number of players (default: all allowed numbers in turn)")
    parser.add_argument("--engine", choices=("native", "python"), help="engine (default: native if available)")
    arguments = parser.parse_args()
    numbers = range(arguments.seed, arguments.seed + arguments.games)
    print(f"{'':31}  {'first sample, ms':>19}  {'later samples, ms':>19}  {'failure':>9}")
    print(f"{'rules':16} {'views':>6} {'failed':>7}  {TIMES}  {TIMES}  {'mean, s':>9}")
    for spec in arguments.rules or specs():
        for line in lines(spec, sampled(spec, arguments.engine, numbers, arguments.players)):
            print(line, flush=True)


if __name__ == "__main__":
    main()
