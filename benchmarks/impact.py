"""How long it takes to say what a rule does: `python benchmarks/impact.py --help`."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

import palast
from rulespec import Ruleset, impact
from rulespec.agents.play import coupled_playout


def main() -> None:
    parser = argparse.ArgumentParser(
        description="palast impact with random players, start and end of the command included; and what a pair costs.",
        epilog="example: python benchmarks/impact.py --variant ksr+blitz --players 4",
    )
    parser.add_argument("--base", default="ksr")
    parser.add_argument("--variant", default="ksr+kanzler")
    parser.add_argument("--players", type=int, nargs="*", default=[3, 4], help="(default: 3 4)")
    parser.add_argument("--pairs", type=int, default=2000, help="of which the cost is measured (default: 2,000)")
    how = parser.parse_args()
    base, variant = palast.load(how.base), palast.load(how.variant)
    print(
        "players | pairs | seconds on the clock | of the processors | a pair, microseconds | two bare games\n"
        + "---|" * 5
        + "---"
    )
    for players in how.players:
        pairs, clock, processors = command(how.base, how.variant, players)
        each, bare = pair(base, variant, players, how.pairs)
        print(f"{players} | {pairs:,} | {clock:.1f} | {processors:.1f} | {each:.0f} | {bare:.0f}", flush=True)


def command(base: str, variant: str, players: int) -> tuple[int, float, float]:
    """How many pairs a run of the command plays, and how many seconds it takes: on the clock, and of all processors."""
    before, begun = used(), perf_counter()
    with TemporaryDirectory() as folder:
        line = [sys.executable, "-m", "palast", "impact", base, variant, "--players", str(players), "--json"]
        told = subprocess.run(line, capture_output=True, check=True, cwd=folder).stdout
    return json.loads(told)["trials"][0]["games"], perf_counter() - begun, used() - before


def used() -> float:
    """Seconds of the processors for all commands so far."""
    so_far = getrusage(RUSAGE_CHILDREN)
    return so_far.ru_utime + so_far.ru_stime


def pair(base: Ruleset, variant: Ruleset, players: int, pairs: int) -> tuple[float, float]:
    """Microseconds for a pair with all that is measured, and for its two games alone."""
    impact(base, variant, games=100, players=players)
    begun = process_time()
    impact(base, variant, games=pairs, players=players)
    measured, begun = process_time() - begun, process_time()
    for game in range(pairs):
        coupled_playout(base, players, game, game % players)
        coupled_playout(variant, players, game, game % players)
    return measured / pairs * 1e6, (process_time() - begun) / pairs * 1e6


if __name__ == "__main__":
    main()
