"""Measure batches of games beside the same game written by hand: `python benchmarks/batches.py --help`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from random import Random
from time import perf_counter, process_time
from typing import Any

import by_hand
import speed
import turns

PLAYERS = 4
BY_THE_CLOCK = "decisions by the clock"
PEERS = {"leduc": "leduc_holdem", "kuhn": "kuhn_poker"}  # what pgx calls games of two players that it has, too
Work = Callable[[int], int]  # does a numbered piece of work; returns its number of decisions, or games


def steps(games: int, threads: int = 1, copy: bool = False, name: str = "ksr", players: int = PLAYERS) -> Work:
    """Steps of a game with masks and observations, random actions included."""
    import palast
    from rulespec.batch import Batch

    batch = Batch(palast.load(name), players, games, seed=1, threads=threads, copy=copy)

    def step(_: int) -> int:
        batch.step(batch.random_actions())
        return games - int(batch.over.sum())

    return step


def pgx_steps(name: str, games: int) -> Work:
    """Steps of pgx, compiled for the processor, random actions included; what is over begins anew in the same step."""
    jax, pgx = import_module("jax"), import_module("pgx")
    jax.config.update("jax_platforms", "cpu")
    environment = pgx.make(PEERS[name])
    step_or_begin = import_module("pgx.experimental.wrappers").auto_reset(environment.step, environment.init)

    @jax.jit  # type: ignore[untyped-decorator]
    def stepped(state: Any, key: Any) -> Any:
        chosen, chance, further = jax.random.split(key, 3)
        likely = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        actions = jax.random.categorical(chosen, likely, axis=-1)
        return jax.vmap(step_or_begin)(state, actions, jax.random.split(chance, games)), further

    begun = jax.jit(jax.vmap(environment.init))(jax.random.split(jax.random.PRNGKey(1), games))
    at = [begun, jax.random.PRNGKey(2)]

    def step(_: int) -> int:
        at[:] = stepped(*at)
        jax.block_until_ready(at)
        return games

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


Makers = dict[str, Callable[[], Work]]


def groups(games: int) -> dict[str, Makers]:
    """The entrants, which are compared with the first of each group; those that may be missing come first."""
    sizes = (games, 8 * games)
    decisions: Makers = {"by hand, apply": speed.by_hand_apply}
    decisions |= {f"batch of {size}": partial(steps, size) for size in sizes}
    decisions |= {f"batch of {size}, copied": partial(steps, size, copy=True) for size in sizes}
    whole: Makers = {"by hand, play": by_hand_games, f"batch of {games}, play_out": partial(playouts, games)}
    found = {"decisions": decisions, "whole games": whole}
    for size in sizes:  # which says something where two processors have nothing else to do
        found[f"{BY_THE_CLOCK}, {size} games"] = {"one thread": partial(steps, size), "two": partial(steps, size, 2)}
    for name in PEERS:
        for size in sizes:
            ours = partial(steps, size, name=name, players=2)
            found[f"decisions of {name}, {size} games"] = {"pgx": partial(pgx_steps, name, size), "batch": ours}
    return found


def main() -> None:
    parser = turns.options(
        "Steps of a batch of ksr, with masks and observations, beside the same game written by hand; of small games "
        "beside pgx, where that is installed (pip install jax pgx).",
        "batches.py --seconds 1 --rounds 3",
    )
    parser.add_argument("--games", type=int, default=256, help="of a batch (default: 256)")
    parser.add_argument("--only", default="", help="the group to measure, as the tables call it, or a part of that")
    arguments = parser.parse_args()
    for group, makers in groups(arguments.games).items():
        if arguments.only in group:
            clock = perf_counter if group.startswith(BY_THE_CLOCK) else process_time
            works = turns.ready({name: partial(_whole, make, clock) for name, make in makers.items()})
            print(turns.beside_the_first(group, turns.rates(works, arguments.rounds, arguments.seconds)), flush=True)


def _whole(make: Callable[[], Work], clock: Callable[[], float]) -> turns.Work:
    return turns.whole(make(), clock)


if __name__ == "__main__":
    main()
