"""Measure batches of games beside the same game written by hand: `python benchmarks/batches.py --help`."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import by_hand
import speed
import turns

PLAYERS = 4
Work = Callable[[int], int]  # does a numbered piece of work; returns its number of decisions, or games


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
    """The entrants, which are compared with the first of each group."""
    return {
        "decisions": {
            "by hand, apply": speed.by_hand_apply(),
            f"batch of {games}": steps(games),
            f"batch of {8 * games}": steps(8 * games),
        },
        "whole games": {"by hand, play": by_hand_games(), f"batch of {games}, play_out": playouts(games)},
    }


def main() -> None:
    parser = turns.options(
        "Steps of a batch of ksr, with masks and observations, beside the same game written by hand.",
        "batches.py --seconds 1 --rounds 3",
    )
    parser.add_argument("--games", type=int, default=256, help="of a batch (default: 256)")
    arguments = parser.parse_args()
    for group, works in groups(arguments.games).items():
        whole = {name: turns.whole(work) for name, work in works.items()}
        print(turns.beside_the_first(group, turns.rates(whole, arguments.rounds, arguments.seconds)), flush=True)


if __name__ == "__main__":
    main()
