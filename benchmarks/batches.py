"""Measure batches of games beside the same game written by hand: `python benchmarks/batches.py --help`."""

from __future__ import annotations

import argparse
import gc
from collections.abc import Callable
from itertools import count
from random import Random
from statistics import median
from time import process_time

import by_hand
import speed

PLAYERS = 4
Work = Callable[[int], int]  # does the piece of work with this number: how many decisions, or games, it was


def steps(games: int, threads: int = 1) -> Work:
    """Steps of `ksr` with masks and observations, random actions included."""
    import palast
    from rulespec.batch import Batch

    batch = Batch(palast.load("ksr"), PLAYERS, games, seed=1, threads=threads)

    def step(_: int) -> int:
        batch.step(batch.random_actions())
        return games - int(batch.over.sum())

    return step


def playouts(games: int, threads: int = 1) -> Work:
    """Whole random games of `ksr`, from the deal to the end."""
    import palast
    from rulespec.batch import Batch

    batch = Batch(palast.load("ksr"), PLAYERS, games, seed=1, threads=threads)

    def play(_: int) -> int:
        batch.reset()
        batch.play_out()
        return games

    return play


def by_hand_games() -> Work:
    """Whole random games of the engine written by hand, in its own loop."""

    def play(number: int) -> int:
        agent = speed.RandomAgent(number)
        by_hand.play(PLAYERS, [agent] * PLAYERS, Random(number))
        return 1

    return play


def groups(games: int) -> dict[str, dict[str, Work]]:
    """What is compared with the first of each group."""
    return {
        "decisions": {
            "by hand, apply": speed.by_hand_apply(),
            f"batch of {games}": steps(games),
            f"batch of {8 * games}": steps(8 * games),
        },
        "whole games": {"by hand, play": by_hand_games(), f"batch of {games}, play_out": playouts(games)},
    }


def rate(work: Work, numbers: count[int], seconds: float) -> float:
    """How much is done in a second of this process, measured for at least this time."""
    gc.collect()
    done, start = 0, process_time()
    while (spent := process_time() - start) < seconds:
        done += work(next(numbers))
    return done / spent


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Steps of a batch of ksr, with masks and observations, beside the same game written by hand.",
        epilog="example: python benchmarks/batches.py --seconds 1 --rounds 3",
    )
    parser.add_argument("--seconds", type=float, default=1, help="for each entrant in each round (default: 1)")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is measured (default: 5)")
    parser.add_argument("--games", type=int, default=256, help="of a batch (default: 256)")
    arguments = parser.parse_args()
    for group, works in groups(arguments.games).items():
        numbers = {name: count(1) for name in works}
        rates: dict[str, list[float]] = {name: [] for name in works}
        for _ in range(arguments.rounds):
            for name, work in works.items():
                rates[name].append(rate(work, numbers[name], arguments.seconds))
        print(f"{group:40} {'a second':>10}   times the first")
        for name, found in rates.items():
            first = next(iter(rates.values()))
            ratio = median(a / b for a, b in zip(found, first, strict=True))
            print(f"  {name:38} {median(found):10,.0f} {ratio:10.2f}")


if __name__ == "__main__":
    main()
