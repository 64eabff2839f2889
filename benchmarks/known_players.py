"""Measure whether players who search beat random ones in known games: `python benchmarks/known_players.py --help`."""

from __future__ import annotations

import argparse
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from time import process_time

import palast
from rulespec.agents import agent_named
from rulespec.agents.play import play
from rulespec.experiments.impact.quantiles import students_t

GAMES = Path(__file__).parents[1] / "examples/games"
PLAYERS = {  # how many there usually are, and another number where it takes little time
    "kuhn": (2,),
    "leduc": (2,),
    "pig": (2, 4),
    "liars-dice": (2, 4),
    "mau-mau": (2, 3),
    "schwimmen": (3,),
    "crazy-eights": (2, 4),
    "euchre": (4,),
    "oh-hell": (4,),
    "skat": (3,),
    "spades": (4,),
    "cribbage": (2,),
    "durak": (2, 3),
    "go-fish": (3,),
    "gin-rummy": (2,),
    "hearts": (4,),
}
LOOK = 8  # pairs after which there is a first look, then twice as many each time
LOOKS = 10  # at most


def got(rules: palast.Ruleset, players: int, kind: str, number: int) -> float:
    """The return of a player among random ones, at each seat in turn, where each seat begins in turn."""
    seat, first = number % players, number // players % players
    makers = [agent_named(kind if each == seat else "random") for each in range(players)]
    agents = [make(players * number + each) for each, make in enumerate(makers)]
    return float(play(rules, agents, number, first).result.returns[seat])


def interval(values: list[float], level: float = 0.05) -> tuple[float, float]:
    """In which the mean lies with a confidence of one less the level."""
    off = students_t(level, len(values) - 1) * stdev(values) / sqrt(len(values))
    return mean(values) - off, mean(values) + off


def line(name: str, players: int, kind: str, seconds: float) -> str:
    """What the player got, and a random one in his place with the same chance and the same others.

    There are as many pairs of games as it takes to tell them apart, looked at ever more seldom. Each look allows an
    equal share of 0.05 to be wrong, so that all of them together are as sure as the interval says.
    """
    rules, begun = palast.load(GAMES / f"{name}.rules"), process_time()
    one, other = list[float](), list[float]()
    for look in range(LOOKS):
        while len(one) < players * LOOK * 2**look:
            other.append(got(rules, players, "random", len(one)))
            one.append(got(rules, players, kind, len(one)))
        more = [searched - random for searched, random in zip(one, other, strict=True)]
        low, high = interval(more, 0.05 / LOOKS)
        took = process_time() - begun
        if low > 0 or took > seconds:
            break
    clear = "yes" if low > 0 else "no"
    means = " | ".join(
        f"{mean(each):.2f} | {' to '.join(f'{end:.2f}' for end in interval(each))}" for each in (one, other)
    )
    how = f"| {name} | {players} | {kind.partition(':')[2]} | {len(one)} | {means} "
    return f"{how}| {mean(more):.2f} | {low:.2f} to {high:.2f} | {clear} | {took / len(one):.2f} |"


def main() -> None:
    parser = argparse.ArgumentParser(
        description="What a player who searches gets among random ones in each known game, and a random one instead.",
        epilog="example: python benchmarks/known_players.py --seconds 20 --only hearts",
    )
    parser.add_argument("--seconds", type=float, default=300, help="of a game at most, or a little more (default: 300)")
    parser.add_argument("--playouts", type=int, default=50, help="the budget of a decision (default: 50)")
    parser.add_argument("--only", default="", help="the name of a game, or a part of it")
    arguments = parser.parse_args()
    print(
        "| game | players | games | search | 0.95 | random | 0.95 | more | 0.95 | clear | seconds a game |", flush=True
    )
    print("|---|---|---|---|---|---|---|---|---|---|---|---|", flush=True)
    for name, numbers in PLAYERS.items():
        for players in numbers if arguments.only in name else ():
            print(line(name, players, f"ismcts:{arguments.playouts}", arguments.seconds), flush=True)


if __name__ == "__main__":
    main()
