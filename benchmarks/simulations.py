"""What measuring games costs beside playing them: `python benchmarks/simulations.py --help`."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

import palast
from rulespec import simulate

PLAYERS = 4


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Games of ksr with random players: measured, in a file and in two processes, beside bare playouts.",
        epilog="example: python benchmarks/simulations.py --games 2000 --rounds 3",
    )
    parser.add_argument("--games", type=int, default=10_000, help="of each kind in each round (default: 10,000)")
    parser.add_argument("--rounds", type=int, default=3, help="how often each is measured (default: 3)")
    arguments = parser.parse_args()
    rules, games = palast.load("ksr"), arguments.games
    simulate(rules, "random", 100, players=PLAYERS)
    rows = [_round(rules, games) for _ in range(arguments.rounds)]
    print(f"microseconds of the processor for a game, medians of {arguments.rounds} rounds of {games:,} games")
    for name, *times in zip(("playouts", "measured", "measured, with a file"), *rows, strict=False):
        print(
            f"{name:24}{median(times):8.0f}{median(time / row[0] for time, row in zip(times, rows, strict=True)):7.2f}"
        )
    print(f"games in a second on two processes, for each without them: {median(row[3] for row in rows):.2f}")
    print(f"the same, both with a file: {median(row[4] for row in rows):.2f}")


def _round(rules: palast.Ruleset, games: int) -> list[float]:
    """The time of each kind for a game; how many times as fast two processes are on the clock, also with a file."""
    with TemporaryDirectory() as folder, ProcessPoolExecutor(2) as two:
        simulate(rules, "random", 500, executor=two, players=PLAYERS)  # so that they are there
        bare = _time(process_time, lambda: [palast.playout(rules, PLAYERS, seed) for seed in range(games)] and None)
        memory = _time(process_time, lambda: simulate(rules, "random", games, players=PLAYERS))
        file = _time(
            process_time, lambda: simulate(rules, "random", games, players=PLAYERS, file=Path(folder, "one.sim"))
        )
        alone = _time(perf_counter, lambda: simulate(rules, "random", games, players=PLAYERS))
        spread = _time(perf_counter, lambda: simulate(rules, "random", games, executor=two, players=PLAYERS))
        written = _time(
            perf_counter, lambda: simulate(rules, "random", games, players=PLAYERS, file=Path(folder, "alone.sim"))
        )
        both = _time(
            perf_counter,
            lambda: simulate(rules, "random", games, executor=two, players=PLAYERS, file=Path(folder, "two.sim")),
        )
    return [bare / games * 1e6, memory / games * 1e6, file / games * 1e6, alone / spread, written / both]


def _time(clock: Callable[[], float], work: Callable[[], object]) -> float:
    start = clock()
    work()
    return clock() - start


if __name__ == "__main__":
    main()
