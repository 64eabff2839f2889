"""Measure what it costs to ask what a player knows, beside a game by hand: `python benchmarks/knowing.py --help`.

`knowledge.py` compares with the game itself, which gets faster, too; here the unit is a decision of `by_hand.py`,
played state by state with its draws, in the same run.
"""

from __future__ import annotations

import argparse
import gc
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from random import Random
from statistics import mean
from time import process_time
from typing import Any

import by_hand
from attrs import define, field
from knowledge import HISTORIES, Ask, Games, key, log, news, why

import palast

WINDOW = 16  # decisions before a length of history, over which is measured what is asked at each
ALL = "ksr:3", "ksr:4", "ksr:5", "hearts:4", "gin-rummy+match:2"
EACH: dict[str, Ask] = {"view.key": key, "view.news": news, "view.log": log, "view.why": why}
WANTED = {"view.key": 1, "view.news": 3, "view.log": 4, "view.why": 40, "first view.why": 100, "first sample": 5}


def clock() -> float:
    """How long it takes to look at the clock, which is a part of all that is measured."""
    return min(seconds(lambda: None) for _ in range(1000))


def seconds(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


def by_answers() -> tuple[int, int]:
    """Plays games written by hand, state by state: how many decisions and how many answers, draws too, they have."""
    decisions = answers = 0
    for number in range(8):
        draw, state = Random(number).random, by_hand.new_game(4)
        while not isinstance(pending := state.pending, by_hand.Over):
            if isinstance(pending, by_hand.Decision):
                options = pending.options
                state = state.apply(options[int(draw() * len(options))])
                decisions += 1
            else:
                outcomes = pending.outcomes
                state = state.apply(outcomes[int(draw() * len(outcomes))][0])
            answers += 1
    return decisions, answers


def along(games: Games, number: int, answers: int, ask: Ask) -> list[float]:
    """How long a question takes at the last decisions up to a length of history, where it is asked at each."""
    earlier, times = dict[int, Any](), deque[float](maxlen=WINDOW)
    for state in games.walk(number, answers):
        times.append(seconds(partial(asked, state, earlier, ask)))
    return list(times)


def asked(state: Any, earlier: dict[int, Any], ask: Ask) -> None:
    ask(state.view(state.pending.player), earlier)


def first(games: Games, number: int, answers: int, ask: Ask) -> list[float]:
    """How long a question takes that is asked first of a game of which nothing was asked before."""
    return [seconds(partial(asked, games.end(number, answers), {}, ask))]


def sample(view: Any, _: dict[int, Any]) -> None:
    with suppress(palast.WorldsError):
        view.sample(Random(0))


@define
class Least:
    """The least times that something took in some rounds, for each game."""

    _times: dict[tuple[str, int], list[float]] = field(factory=dict)

    def note(self, what: str, number: int, times: list[float]) -> None:
        self._times[what, number] = [*map(min, zip(times, self._times.get((what, number), times), strict=True))]

    def of(self, what: str) -> list[float]:
        """The mean of them, game by game, without looking at the clock."""
        return [mean(times) - clock() for (each, _), times in self._times.items() if each == what]


def measured(games: Games, numbers: list[int], answers: int, rounds: int) -> Iterator[tuple[str, list[float]]]:
    """What each question costs in units, game by game."""
    least = Least()
    for _ in range(rounds):
        least.note("by hand", 0, [seconds(by_answers)])
        for number in numbers:
            gc.collect()
            along(games, number, answers, why)  # what comes after the collector finds nothing near the processor
            for what, ask in EACH.items():
                least.note(what, number, along(games, number, answers, ask))
            least.note("first view.why", number, first(games, number, answers, why))
            least.note("first sample", number, first(games, number, answers, sample))
            least.note("replay", number, [seconds(partial(games.end, number, answers))])
    [whole] = least.of("by hand")
    decision, answer = (whole / many for many in by_answers())
    for what in (*EACH, "first view.why"):
        yield what, [time / decision for time in least.of(what)]
    samples = least.of("first sample")
    yield "first sample", [time / answer / answers for time in samples]
    yield "the same : this game", [time / played for time, played in zip(samples, least.of("replay"), strict=True)]


def table(name: str, engine: str, count: int, rounds: int) -> Iterator[str]:
    """The lines of what is measured of a ruleset."""
    rules, _, players = name.partition(":")
    games, found = Games(rules, int(players), engine), dict[str, list[str]]()
    for answers in HISTORIES:
        numbers = games.reaching(answers, count)
        for what, ratios in measured(games, numbers, answers, rounds):
            found.setdefault(what, []).append(f"{mean(ratios):,.2f} ({max(ratios):,.2f})")
    heads = "".join(f"{f'after {answers}':>18}" for answers in HISTORIES)
    yield f"{f'{rules}, {players} players, {engine}':34}{heads} {'wanted':>8}"
    for what, shown in found.items():
        yield f"{what:34}{''.join(f'{each:>18}' for each in shown)} {WANTED.get(what, ''):>8}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description="What it costs to ask what a player knows: questions in decisions of by_hand.py, a first sample in "
        "replays of as many answers there, and of the game itself; means, and at worst, over some games.",
        epilog="example: python benchmarks/knowing.py ksr:4 hearts:4 --games 3 --engine native",
    )
    parser.add_argument("ruleset", nargs="*", default=ALL, help=f"with how many play (default: {' '.join(ALL)})")
    parser.add_argument("--games", type=int, default=4, help="measured for each length of history (default: 4)")
    parser.add_argument("--rounds", type=int, default=4, help="of each the least of so many counts (default: 4)")
    parser.add_argument("--engine", choices=("native", "python"), nargs="*", default=("native", "python"))
    arguments = parser.parse_args()
    for engine in arguments.engine:
        for name in arguments.ruleset:
            for line in table(name, engine, arguments.games, arguments.rounds):
                print(line, flush=True)


if __name__ == "__main__":
    main()
