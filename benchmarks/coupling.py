"""Measure how coupled games of two rulesets correlate, and their cost: `python benchmarks/coupling.py --help`."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from statistics import correlation, fmean
from time import process_time

import palast
from rulespec import State
from rulespec.agents.play import coupled_playout

PAIRS = [("ksr", other) for other in ("ksr+wertung", "ksr+kanzler", "ksr+frei", "magier", "review")]
Play = Callable[[palast.Ruleset, int, int, int], palast.Record]


def measured(state: State) -> list[float]:
    """The turns of a game, then the points of each seat, then its returns."""
    over = state.pending
    assert isinstance(over, palast.Over)
    seats = range(state.players)
    return [state.turns, *(state.score(seat) for seat in seats), *(float(over.returns[seat]) for seat in seats)]


def columns(spec: str, how: Play, players: int, games: int) -> list[tuple[float, ...]]:
    """The values of each measure, game by game."""
    rules = palast.load(spec)
    return list(zip(*(measured(how(rules, players, seed, seed % players).state) for seed in range(games)), strict=True))


def alike(pair: tuple[str, str], how: Play, players: int, games: int) -> str:
    """The correlations between the games of two rulesets with equal seeds."""
    one, other = (columns(spec, how, players, games) for spec in pair)
    found = [correlation(*each) for each in zip(one, other, strict=True)]
    return f"{found[0]:.2f} | {fmean(found[1 : players + 1]):.2f} | {fmean(found[players + 1 :]):.2f}"


def cost(how: Play, games: int) -> float:
    """Microseconds per game."""
    rules = palast.load("ksr")
    begun = process_time()
    for seed in range(games):
        how(rules, 4, seed, 0)
    return (process_time() - begun) / games * 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="pairs of games (10,000: about a minute)")
    parser.add_argument("--players", type=int, default=4)
    how = parser.parse_args()
    print("correlation of | turns, points, returns: coupled | the same: equal seeds\n---|---|---")
    for pair in PAIRS:
        both = [alike(pair, play, how.players, how.games) for play in (coupled_playout, palast.playout)]
        print(f"{pair[0]} and {pair[1]} | {both[0]} | {both[1]}", flush=True)
    times = [(cost(coupled_playout, 1000), cost(palast.playout, 1000)) for _ in range(5)]
    ratio = sorted(one / other for one, other in times)[2]
    print(f"a coupled playout takes {ratio:.2f} times as long as another: {times[-1][0]:.0f} microseconds")


if __name__ == "__main__":
    main()
