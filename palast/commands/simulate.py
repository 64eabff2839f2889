"""`palast simulate`: thousands of games, measured."""

import shlex
from argparse import ArgumentParser, Namespace

from attrs import define

from palast.commands.command import Command, UsageError
from palast.figures import figures, printed
from palast.page import page
from palast.rulesets import load
from palast.streams import ProgressLine, complain
from palast.workers import jobs, workers
from rulespec.errors import SimulationError
from rulespec.simulations import Simulation, simulate
from rulespec.simulations.file import games_in
from rulespec.simulations.output import data, rows, told

GAMES = 1000
REPAID = 400  # games of random players played in the time that starting a process takes


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
    figures(parser)


def _run(arguments: Namespace) -> int:
    found = _simulated(arguments)
    if not printed(arguments, found, data, rows):
        for line in told(found, page()):
            print(line)
    return 0


def _simulated(arguments: Namespace) -> Simulation:
    rules, names = load(arguments.rules), arguments.agents.split(",")
    players, progress = arguments.players, Progress()
    if players is None:
        players = len(names) if len(names) > 1 else rules.players[0]
    random = all(name == "random" for name in names)
    try:
        with workers(arguments.jobs, arguments.games // REPAID if random else arguments.games) as executor:
            return simulate(
                rules, names if len(names) > 1 else names[0], arguments.games, arguments.seed, executor,
                players=players, file=arguments.out, progress=progress,
            )  # fmt: skip
    except (SimulationError, ValueError) as error:
        progress.end()
        raise UsageError(str(error)) from error
    except KeyboardInterrupt:
        progress.end()
        complain(f"palast: {_interrupted(arguments, progress.done)}")
        raise


@define
class Progress(ProgressLine):
    """How many games are done."""

    done: int = 0

    def __call__(self, done: int, games: int) -> None:
        self.done = done
        self.write(f"{done:,} of {games:,} games")
        if done == games:
            self.end()


def _interrupted(arguments: Namespace, done: int) -> str:
    """The message of an interrupted simulation, with the command that continues."""
    if arguments.out is None:
        kept = "which are not kept; with --out FILE they are, and the same command goes on from there"
        return f"interrupted after {done:,} of {arguments.games:,} games, {kept}"
    again = ["palast", "simulate", arguments.rules, "--games", str(arguments.games), "--out", arguments.out]
    for name, default in (("players", None), ("agents", "random"), ("seed", 0), ("jobs", None)):
        if (given := getattr(arguments, name)) != default:
            again += [f"--{name}", str(given)]
    again += [f"--{name}" for name in ("json", "csv") if getattr(arguments, name)]
    return (
        f"interrupted: the first {games_in(arguments.out):,} of {arguments.games:,} games are in {arguments.out}, and "
        f"this goes on from there: {shlex.join(again)}"
    )


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
