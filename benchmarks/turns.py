"""Pieces of work, measured in turns by the processor's time: what the programs beside this one have in common."""

from __future__ import annotations

import argparse
import gc
from collections.abc import Callable
from itertools import count
from statistics import median
from time import process_time

MISSING = "not installed: pip install -e '.[benchmarks]'"
Work = Callable[[int], tuple[int, float]]  # does the piece of work with this number: how much it was, in what time


def options(description: str, example: str, seconds: float = 1) -> argparse.ArgumentParser:
    """How long and how often each entrant is measured."""
    parser = argparse.ArgumentParser(description=description, epilog=f"example: python benchmarks/{example}")
    text = f"for each entrant in each round (default: {seconds})"
    parser.add_argument("--seconds", type=float, default=seconds, help=text)
    parser.add_argument("--rounds", type=int, default=5, help="how often each is measured (default: 5)")
    return parser


def whole(work: Callable[[int], int], clock: Callable[[], float] = process_time) -> Work:
    """Work all of whose time counts."""

    def done(number: int) -> tuple[int, float]:
        start = clock()
        return work(number), clock() - start

    return done


def ready(makers: dict[str, Callable[[], Work]]) -> dict[str, Work]:
    """The entrants that are installed, each warmed up; the others are reported."""
    works = {}
    for name, make in makers.items():
        try:
            works[name] = make()
        except ImportError as error:
            print(f"{name:40} {MISSING} ({error})")
        else:
            works[name](0)
    return works


def rates(works: dict[str, Work], rounds: int, seconds: float) -> dict[str, list[float]]:
    """How much of each is done in a second, round after round."""
    numbers = {name: count(1) for name in works}
    found: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            found[name].append(_rate(work, numbers[name], seconds))
    return found


def _rate(work: Work, numbers: count[int], seconds: float) -> float:
    """How much is done in a second, measured for at least this time."""
    gc.collect()
    done, spent = 0, 0.0
    while spent < seconds:
        much, took = work(next(numbers))
        done, spent = done + much, spent + took
    return done / spent


def beside_the_first(group: str, found: dict[str, list[float]]) -> str:
    """A table of medians: the rate of each, and how many times the first it was."""
    lines = [f"{group:40} {'a second':>10}   times the first"]
    for name, each in found.items():
        ratio = median(a / b for a, b in zip(each, next(iter(found.values())), strict=True))
        lines.append(f"  {name:38} {median(each):10,.0f} {ratio:10.2f}")
    return "\n".join(lines)
