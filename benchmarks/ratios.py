"""Measure what the library is held to, each beside what it is compared with: `python benchmarks/ratios.py --help`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from statistics import median

import adapters
import batches
import in_c
import searches
import speed
import turns
from attrs import frozen
from speed import whole
from turns import Work

GAMES = 256  # of a batch


@frozen
class Comparison:
    """Two entrants, and how many times as fast the first should be."""

    what: str
    ours: Callable[[], Work]
    theirs: Callable[[], Work]
    wanted: float


def comparisons() -> list[Comparison]:
    """What the library is held to."""
    by_hand, batch = whole(speed.by_hand_apply), whole(lambda: batches.steps(GAMES))
    steps = partial(adapters.ours, inside=True)
    found = [
        Comparison("playout : OpenSpiel hearts, C++", whole(speed.library_playout), whole(speed.openspiel_hearts), 1),
        Comparison("playout : ksr in C by hand", whole(speed.library_playout), whole(partial(in_c.games, 4, 20)), 0.2),
        Comparison("apply : by hand, apply", whole(speed.library_apply), by_hand, 6),
        Comparison("play : RLCard uno", whole(speed.library_play), whole(speed.rlcard_uno), 5),
        Comparison(f"batch of {GAMES} : by hand, apply", batch, by_hand, 8),
        Comparison("PettingZoo step : leduc_holdem_v4", steps, adapters.leduc, 2),
    ]
    for decisions in adapters.DECISIONS:
        search = decisions, 100, adapters.ALL
        ours, theirs = partial(adapters.our_search, *search, "sampled"), partial(adapters.gin_rummy, *search)
        found.append(Comparison(f"ISMCTS after {decisions} decisions : gin_rummy, C++", ours, theirs, 1))
    for moment in ("at the beginning", "in the middle"):
        search = searches.MOMENTS[moment], searches.PLAYOUTS
        for game in searches.OURS:
            mine, theirs = partial(searches.ours, game, *search), partial(searches.theirs, searches.ismcts, *search)
            found.append(Comparison(f"search {moment}, {game} : hearts, C++", mine, theirs, 0.5))
    return found


def line(comparison: Comparison, rounds: int, seconds: float) -> str:
    """Both measured in turns: the median of the ratio within a round, and of both rates."""
    works = turns.ready({"ours": comparison.ours, "theirs": comparison.theirs})
    if len(works) < 2:
        return f"{comparison.what:40} cannot be measured"
    ours, theirs = turns.rates(works, rounds, seconds).values()
    ratio = median(one / other for one, other in zip(ours, theirs, strict=True))
    return f"{comparison.what:40} {median(ours):10,.0f} {median(theirs):10,.0f} {ratio:7.2f} {comparison.wanted:7}"


def main() -> None:
    parser = turns.options(
        "Each thing that the library is held to beside its peer, interleaved, by the processor's time.",
        "ratios.py --seconds 0.5 --rounds 3",
    )
    parser.add_argument("--only", default="", help="what to measure, as the table calls it, or a part of that")
    arguments = parser.parse_args()
    print(f"{'':40} {'ours':>10} {'theirs':>10} {'ratio':>7} {'wanted':>7}")
    for comparison in (each for each in comparisons() if arguments.only in each.what):
        print(line(comparison, arguments.rounds, arguments.seconds), flush=True)


if __name__ == "__main__":
    main()
