"""`palast simulate`: thousands of games, measured."""

import csv
import json
import sys
from argparse import ArgumentParser, Namespace

from palast.commands.command import Command, UsageError
from palast.rulesets import load
from palast.workers import jobs, workers
from rulespec.errors import SimulationError
from rulespec.simulations import Simulation, simulate
from rulespec.simulations.telling import data, rows, told

GAMES = 1000
REPAID = 400  # games of random players that a further process plays while it is made


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("rules", metavar="RULES", help="a name, a path, or either with +layer: see `palast rules`")
    parser.add_argument("--games", type=int, metavar="N", default=GAMES, help=f"how many ({GAMES} by default)")
    parser.add_argument("--players", type=int, metavar="N", help="how many play; the fewest there can be, by default")
    parser.add_argument(
        "--agents",
        metavar="NAMES",
        default="random",
        help="who plays: random (by default), rollouts or ismcts, with playouts as in ismcts:400; one name for all, or "
        "one for each seat, with commas",
    )
    parser.add_argument("--seed", type=int, metavar="N", default=0, help="other games; the same seed plays the same")
    jobs(parser)
    parser.add_argument(
        "--out", metavar="FILE", help="keep a row for each game in a database of SQLite, or go on with such a file"
    )
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--json", action="store_true", help="print what is found as JSON")
    shown.add_argument("--csv", action="store_true", help="print what is found as CSV")


def _run(arguments: Namespace) -> int:
    found = _simulated(arguments)
    if arguments.json:
        print(json.dumps(data(found), ensure_ascii=False, indent=2))
    elif arguments.csv:
        csv.writer(sys.stdout, lineterminator="\n").writerows(rows(found))
    else:
        for line in told(found):
            print(line)
    return 0


def _simulated(arguments: Namespace) -> Simulation:
    rules, names = load(arguments.rules), arguments.agents.split(",")
    players = arguments.players
    if players is None:
        players = len(names) if len(names) > 1 else rules.players[0]
    repaid = arguments.games // REPAID if {name.partition(":")[0] for name in names} == {"random"} else arguments.games
    try:
        with workers(arguments.jobs, repaid) as executor:
            return simulate(
                rules, names if len(names) > 1 else names[0], arguments.games, arguments.seed, executor,
                players=players, file=arguments.out, progress=_progress,
            )  # fmt: skip
    except (SimulationError, ValueError) as error:
        raise UsageError(str(error)) from error


def _progress(done: int, games: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done:,} of {games:,} games", end="\n" if done == games else "", file=sys.stderr, flush=True)


COMMAND = Command(
    "simulate",
    "play thousands of games and say how long they are, how they end, who wins, what is chosen",
    (
        "palast simulate ksr --games 10000 --players 4",
        "palast simulate ksr --agents ismcts:50,random,random --games 100 --out ksr.sim --jobs 2",
        "palast simulate my-house.rules --csv",
    ),
    _arguments,
    _run,
)
