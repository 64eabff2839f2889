"""Measure how well variants of the search play beside it: `python benchmarks/strengths.py --help`."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from functools import partial
from math import sqrt
from statistics import mean, stdev
from time import process_time

from known_players import interval

import palast
from rulespec.agents import TreeSearch, ismcts_agent
from rulespec.agents.play import play

SPECS: dict[str, tuple[str, int]] = {  # the rules, and for how many players
    "ksr": ("ksr", 4),
    "hearts": ("hearts+openspiel", 4),
    "leduc": ("leduc", 2),
    "mau-mau": ("mau-mau", 2),
    "crazy-eights": ("crazy-eights+openspiel", 2),
    "skat": ("skat", 3),
    "oh-hell": ("oh-hell+openspiel", 4),
    "euchre": ("euchre+openspiel", 4),
    "spades": ("spades+openspiel", 4),
}
Maker = Callable[[int, int], TreeSearch]  # makes an agent from a seed, with so many playouts
VARIANTS: dict[str, Maker] = {
    "as it is": lambda seed, playouts: ismcts_agent(seed, playouts),
    "40 worlds": lambda seed, playouts: ismcts_agent(seed, playouts, 40),
    "a world for 10 playouts": lambda seed, playouts: ismcts_agent(seed, playouts, max(1, playouts // 10)),
    "a world for 20 playouts": lambda seed, playouts: ismcts_agent(seed, playouts, max(1, playouts // 20)),
    "explores half as much": lambda seed, playouts: ismcts_agent(seed, playouts, exploration=0.7),
}


def loaded(game: str) -> tuple[palast.Ruleset, int]:
    """The rules of a game, and for how many players."""
    spec, players = SPECS[game]
    return palast.load(spec), players


def pairs(
    rules: palast.Ruleset,
    players: int,
    one: Callable[[int], TreeSearch],
    other: Callable[[int], TreeSearch],
    first: int,
) -> Iterator[float]:
    """How much more one gets than the other in a deal that is played twice, with the seats exchanged.

    Every second seat is one's. Deals are numbered on from the first.
    """
    number = first
    while True:
        more = []
        for turned in range(2):
            agents = [(one, other)[(seat + turned) % 2](players * number + seat) for seat in range(players)]
            got = play(rules, agents, number, number % players).result.returns
            mine, theirs = (
                [float(each) for seat, each in enumerate(got) if (seat + turned) % 2 == side] for side in (0, 1)
            )
            more.append(mean(mine) - mean(theirs))
        yield mean(more)
        number += 1


def line(game: str, variant: str, against: str, playouts: int, more: int, deals: int, first: int, tests: int) -> str:
    """A row of the table; the interval holds with a confidence of 0.95 for all tests together."""
    rules, players = loaded(game)
    start = process_time()
    one, other = partial(_made, VARIANTS[variant], playouts), partial(_made, VARIANTS[against], more)
    each = pairs(rules, players, one, other, first)
    got = [next(each) for _ in range(deals)]
    low, high = interval(got, 0.05 / tests)
    clear = "yes" if low > 0 else "worse" if high < 0 else "no"
    took = (process_time() - start) / deals
    what = f"| {game} | {variant}:{playouts} | {against}:{more} | {deals} | {mean(got):.3f} "
    return f"{what}| {stdev(got) / sqrt(deals):.3f} | {low:.3f} to {high:.3f} | {clear} | {took:.2f} |"


def _made(make: Maker, playouts: int, seed: int) -> TreeSearch:
    return make(seed, playouts)


def main() -> None:
    parser = argparse.ArgumentParser(
        description="What a variant of the search gets more than another in the same deals, with the seats exchanged.",
        epilog="example: python benchmarks/strengths.py --games hearts ksr --deals 50",
    )
    parser.add_argument("--games", nargs="*", default=[*SPECS], help=f"of {', '.join(SPECS)} (default: all)")
    parser.add_argument("--variants", nargs="*", default=[*VARIANTS][1:], help=f"of: {', '.join(VARIANTS)}")
    parser.add_argument("--against", default="as it is", help="the variant to compare with (default: as it is)")
    parser.add_argument("--playouts", type=int, default=200, help="the budget of a decision (default: 200)")
    parser.add_argument("--more", type=int, help="the other's budget (default: the same)")
    parser.add_argument("--deals", type=int, default=50, help="each is played twice (default: 50)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal (default: 0)")
    parser.add_argument("--tests", type=int, default=1, help="how many there are, by which intervals are wider")
    arguments = parser.parse_args()
    print("| game | one | other | deals | more | error | 0.95 | clear | seconds a deal |")
    print("|---|---|---|---|---|---|---|---|---|", flush=True)
    more = arguments.more or arguments.playouts
    for game in arguments.games:
        for variant in arguments.variants:
            given = game, variant, arguments.against, arguments.playouts, more
            print(line(*given, arguments.deals, arguments.first, arguments.tests), flush=True)


if __name__ == "__main__":
    main()
