"""Measure what sentences cost beside plain ones that play alike: `python benchmarks/constructs.py --help`."""

from __future__ import annotations

import argparse
from random import Random
from statistics import median
from time import process_time
from typing import Any

import rulespec

STRETCH = 60  # decisions that are measured, early and late in a game
LATE = 500  # decisions before the late ones
GAME = """ruleset long "108 cards, and {about}"
players 2
at most 600 turns
word suit: club, spade, heart, diamond, joker
numbers worth: 0 to 13
cards deck in pile
    2 of each worth from 1 to 13 in each suit except joker
    4 of joker in 0
zone pile, shuffled, refilled from heap
zone hand of player, seen by owner
zone heap, in a row, seen by all
counter sum
counter laid
counter laid-by of suit
counter laid-of of player by suit
value span of cards: highest worth in it minus lowest worth in it plus 1
call cards meld if different worth in it is 1 or (different suit in it is 1 and span of it is cards in it)
set-up
    players: draw {hand} from pile to own hand
turn
    draw 1 from pile to own hand
    choose card from own hand
    move card to heap
{said}
game ends never: sum is less than 0
winners: players
"""
HANDS = 5, 10  # cards
SAID = {  # what is measured, and the plain sentence beside it
    "least total ... outside sets": (
        "    set sum to least total worth in own hand outside sets of 3 to 4 cards that are meld",
        "    set sum to total worth in own hand",
    ),
    "number of (sets of 3 cards ...)": (
        "    set sum to number of (sets of 3 cards in own hand, where different worth in it is 1)",
        "    set sum to number of (own hand, where its worth is more than 6)",
    ),
    "highest worth in": ("    set sum to highest worth in own hand", "    set sum to total worth in own hand"),
    "counter of LIST": ("    add 1 to laid-by of suit of card", "    add 1 to laid"),
    "counter of player by LIST": ("    add 1 to own laid-of by suit of card", "    add 1 to laid"),
    "each LIST": ("    each suit: add 1 to laid-by of that suit", "\n".join(["    add 1 to laid"] * 5)),
    "choose ..., by chance": ("    choose n from 1 to 6, by chance\n    set sum to n", "    set sum to 6"),
    "perform WORD N times": (
        "    perform club 5 times\naction club: add 1 to laid",
        "\n".join(["    add 1 to laid"] * 5),
    ),
}


def spent(rules: Any, seed: int) -> tuple[float, float]:
    """The processor's time of a decision early in a game, and late in it."""
    draw = Random(seed).random
    state, found = rules.begin(2, 0, draw), list[float]()
    for decisions in (STRETCH, LATE - STRETCH, STRETCH):
        start = process_time()
        for _ in range(decisions):
            options = state.pending.options
            state = state.advance(options[int(draw() * len(options))], draw)
        found.append((process_time() - start) / decisions)
    return found[0], found[-1]


def main() -> None:
    parser = argparse.ArgumentParser(
        description="The processor's time of a decision with some sentence, beside one with a plain sentence.",
        epilog="example: python benchmarks/constructs.py --rounds 3",
    )
    parser.add_argument("--rounds", type=int, default=5, help="how many games of each (default: 5)")
    parser.add_argument("--engine", choices=("native", "python"), help="which engine (default: both)")
    arguments = parser.parse_args()
    for engine in [arguments.engine] if arguments.engine else ["native", "python"]:
        print(f"{engine:34} {'hand':>4} {'early':>8} {'plain':>8} {'ratio':>6} {'late':>8} {'plain':>8} {'ratio':>6}")
        for what, texts in SAID.items():
            for hand in HANDS:
                told = [GAME.format(about=what, said=each, hand=hand) for each in texts]
                rules = [rulespec.load("long", texts={"long": text}, engine=engine) for text in told]
                games = [[spent(each, seed) for each in rules] for seed in range(arguments.rounds)]
                row = ""
                for at in (0, 1):
                    one, other = (median(game[which][at] for game in games) * 1e6 for which in (0, 1))
                    row += f" {one:8,.1f} {other:8,.1f} {one / other:6.1f}"
                print(f"{what:34} {hand:4}{row}", flush=True)


if __name__ == "__main__":
    main()
