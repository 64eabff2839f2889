"""Compares the three source texts by what they make of the game: whose Zauberer makes it longer, and who wins.

Each text is compared with the short rule sheet as a whole, and with its Zauberer alone, which the layers
`zauberer-offen` and `zauberer-blind` take from it.
"""

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import palast
from rulespec import impact
from rulespec.experiments.impact import Difference, Impact
from rulespec.experiments.impact.quantiles import between
from rulespec.experiments.simulation import Simulation

COMPARED = {
    "magier's Zauberer": "ksr+zauberer-offen",
    "review's Zauberer": "ksr+zauberer-blind",
    "all of magier": "magier",
    "all of review": "review",
}
EXACT = 1e-9  # so that all pairs are played
LENGTH = {"more": "longer", "less": "shorter", "same": "the same", "unclear": "cannot tell", "rare": "cannot tell"}
OFTEN = {**LENGTH, "more": "more often", "less": "less often"}


def first_wins(side: Simulation) -> str:
    """How often whoever begins wins, and where the true share lies; beside it, what a seat wins in the mean."""
    won = sum(seat.won_when_first for seat in side.seats)
    low, high = between(won, side.games, 0.05)
    mean = sum(seat.won for seat in side.seats) / side.players / side.games
    return f"{won / side.games:6.1%} ({low:.1%} to {high:.1%}), a player in the mean {mean:.1%}"


def told(found: Difference, words: dict[str, str]) -> str:
    """What the variant changes, and whether the games can tell."""
    scale, unit = (100, "%") if found.share else (1, "")
    if found.interval is None:
        return f"in {found.differing:,} of {found.pairs:,} pairs another one: {words[found.told]}"
    low, high = (end * scale for end in (found.interval.low, found.interval.high))
    return f"{found.difference * scale:+6.2f}{unit} ({low:+.2f} to {high:+.2f}): {words[found.told]}"


def report(found: dict[str, Impact]) -> None:
    """One line for each comparison, for each kind of players."""
    kinds = zip(*(each.trials for each in found.values()), strict=True)
    for trials in kinds:
        print(f"{', '.join(dict.fromkeys(trials[0].agents))} players")
        print(f"  {'':19}turns, {trials[0].base.turns.mean:.1f} by ksr")
        measured = [{(each.kind, each.of): each for each in trial.differences} for trial in trials]
        for name, differences in zip(found, measured, strict=True):
            print(f"  {name:19}{told(differences['turns', ''], LENGTH)}")
        print(f"  {'':19}who begins wins, against ksr")
        for name, differences in zip(found, measured, strict=True):
            print(f"  {name:19}{told(differences['wins', '1'], OFTEN)}")
        print(f"  {'':19}who begins wins")
        print(f"  {'ksr':19}{first_wins(trials[0].base)}")
        for name, trial in zip(found, trials, strict=True):
            print(f"  {name:19}{first_wins(trial.variant)}")
        print()


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000, help="pairs of games for each comparison")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--agents", nargs="*", default=["random"], help="kinds of players: random, ismcts:20, ...")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args(arguments)
    base = palast.load("ksr")
    with ProcessPoolExecutor(given.jobs) as pool:
        compared = partial(
            impact, base, agents=given.agents, games=given.games, seed=1, executor=pool, players=given.players,
            precision=EXACT,
        )  # fmt: skip
        report({name: compared(palast.load(variant)) for name, variant in COMPARED.items()})


if __name__ == "__main__":
    main()
