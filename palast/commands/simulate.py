"""`palast simulate`: thousands of games, measured."""

import shlex
from argparse import Namespace

from attrs import define

from palast.commands.command import Command, UsageError
from palast.figures import printed
from palast.languages import spoken
from palast.options import AGENTS, CSV, DASK, JOBS, JSON, LANGUAGE, PLAYERS, RULES, SEED, SET, option
from palast.page import page
from palast.reports import simulate as reports
from palast.rulesets import load
from palast.streams import ProgressLine, complain
from palast.workers import workers
from rulespec import Ruleset
from rulespec.experiments.simulation import Simulation, simulate
from rulespec.experiments.simulation.file import games_in
from rulespec.experiments.simulation.output import told
from rulespec.language.errors import SimulationError
from rulespec.wording import wording
from rulespec.wording.reports import PLAIN, Reporting

GAMES = 1000
DEFAULTS = {"agents": "random", "seed": 0}
REPAID = 400  # games of random players played in the time that starting a process takes


def _run(arguments: Namespace) -> int:
    rules = load(arguments.rules)
    words = wording(rules, spoken(arguments.language))
    found = _simulated(rules, Reporting([words]), arguments)
    if not printed(arguments, found, reports.Simulated, reports.Measure):
        reporting = Reporting.of([words], rules.game(found.players).material.cards)
        for line in told(found, page(), reporting):
            print(line)
    return 0


def _simulated(rules: Ruleset, reporting: Reporting, arguments: Namespace) -> Simulation:
    names = arguments.agents.split(",")
    players, progress = arguments.players, Progress(reporting=reporting)
    if players is None:
        players = len(names) if len(names) > 1 else rules.players[0]
    random = all(name == "random" for name in names)
    try:
        enough = arguments.games // REPAID if random else arguments.games
        with workers(arguments.jobs, enough, arguments.dask) as executor:
            return simulate(
                rules, names if len(names) > 1 else names[0], arguments.games, arguments.seed, executor,
                players=players, file=arguments.out, progress=progress,
            )  # fmt: skip
    except (SimulationError, ValueError) as error:
        progress.end()
        raise UsageError(str(error)) from error
    except KeyboardInterrupt:
        progress.end()
        complain(f"palast: {_interrupted(arguments, progress.done, reporting)}")
        raise


@define
class Progress(ProgressLine):
    """How many games are done."""

    reporting: Reporting = PLAIN
    done: int = 0

    def __call__(self, done: int, games: int) -> None:
        self.done = done
        number = self.reporting.number
        self.write(self.reporting.say("progress", done=number(f"{done:,}"), games=number(f"{games:,}")))
        if done == games:
            self.end()


def _interrupted(arguments: Namespace, done: int, reporting: Reporting) -> str:
    """The message of an interrupted simulation, with the command that continues."""
    games = reporting.number(f"{arguments.games:,}")
    if arguments.out is None:
        return reporting.say("interrupted", done=reporting.number(f"{done:,}"), games=games)
    again = ["palast", "simulate", arguments.rules, "--games", str(arguments.games), "--out", arguments.out]
    for name in ("players", "agents", "seed", "jobs", "dask", "language"):
        if (given := getattr(arguments, name)) not in (None, DEFAULTS.get(name)):
            again += [f"--{name}", str(given)]
    again += [f"--{name}" for name in ("json", "csv") if getattr(arguments, name)]
    done_there = reporting.number(f"{games_in(arguments.out):,}")
    return reporting.say(
        "interrupted.kept", done=done_there, games=games, file=str(arguments.out), command=shlex.join(again)
    )


COMMAND = Command(
    {
        "game": (RULES, SET, PLAYERS, AGENTS.but(default="random")),
        "effort": (
            option("--games", type=int, metavar="N", default=GAMES, help=f"number of games (default: {GAMES})"),
            SEED,
            JOBS,
            DASK,
        ),
        "output": (
            (JSON, CSV),
            option("--out", metavar="FILE", help="save a row per game in an SQLite database, or continue such a file"),
            LANGUAGE,
        ),
    },
    _run,
)
