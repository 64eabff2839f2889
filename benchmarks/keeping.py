"""Measure what keeping states costs, and how much of it Python's collector: `python benchmarks/keeping.py --help`."""

from __future__ import annotations

import gc
from random import Random
from statistics import median
from time import process_time
from typing import Any

import speed
import turns

STATES = 100_000


def steps(rules: Any, kept: list[Any] | None, count: int, number: int) -> float:
    """Seconds of the processor for a step of random games, whose states are kept in a list, if there is one."""
    import palast

    draw = Random(number).random
    done, start = 0, process_time()
    while done < count:
        state = rules.new_game(players=speed.PLAYERS)
        while not isinstance(pending := state.pending, palast.Over):
            if isinstance(pending, palast.Decision):
                state = state.apply(pending.options[int(draw() * len(pending.options))])
            else:
                state = state.apply(pending.outcomes[int(draw() * len(pending.outcomes))][0])
            done += 1
            if kept is not None:
                kept.append(state)
    return (process_time() - start) / done


def once(rules: Any, count: int, number: int) -> dict[str, float]:
    """A round of all: nothing is kept, so many states come to be or are there already, and that without collector."""
    found = {}
    gc.collect()
    found["nothing kept"] = steps(rules, None, count, number)
    kept: list[Any] = []
    gc.collect()
    found["while so many come to be kept"] = steps(rules, kept, count, number)
    found["while so many are kept already"] = steps(rules, None, count, number)
    kept.clear()
    gc.collect()
    gc.disable()
    found["while so many come to be kept, without collector"] = steps(rules, kept, count, number)
    gc.enable()
    return found


def main() -> None:
    import palast

    parser = turns.options("What keeping states of ksr costs.", "keeping.py --rounds 3", seconds=0)
    parser.add_argument("--states", type=int, default=STATES, help=f"that are kept (default: {STATES})")
    arguments = parser.parse_args()
    rules = palast.load("ksr")
    steps(rules, None, 1000, 0)
    rounds = [once(rules, arguments.states, number) for number in range(arguments.rounds)]
    print(f"{'':52} {'ns a step':>10}   times the first")
    for name in rounds[0]:
        ratio = median(each[name] / each["nothing kept"] for each in rounds)
        print(f"{name:52} {median(each[name] for each in rounds) * 1e9:10,.0f} {ratio:10.2f}")


if __name__ == "__main__":
    main()
