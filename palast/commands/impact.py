"""`palast impact`: what a variant does to the games of its base, in numbers."""

from argparse import Namespace
from pathlib import Path
from shlex import join

from attrs import define, evolve

from palast.commands.command import Command, UsageError
from palast.figures import printed
from palast.languages import spoken
from palast.options import AGENTS, CSV, DASK, JOBS, JSON, KEPT, LANGUAGE, PLAYERS, RULES, SECONDS, SEED, option
from palast.page import page
from palast.reports import impact as reports
from palast.rulesets import anywhere, load
from palast.streams import ProgressLine, complain
from palast.verdict import verdict
from palast.verdict.words import LANGUAGES, Language
from palast.webpage import require, webpage
from palast.webpage.saving import NotSavedError, PageFile
from palast.workers import MOST, workers
from rulespec import Ruleset
from rulespec.experiments.comparison.output import called
from rulespec.experiments.impact import Impact, impact
from rulespec.experiments.impact.output import in_words, told
from rulespec.language.errors import SimulationError
from rulespec.records.folder import filed
from rulespec.wording import wording
from rulespec.wording.reports import PLAIN, Reporting

ENOUGH = 60  # seconds
PRECISION = 0.02
REPAID = 400  # games of random players played in the time that starting a process takes


def _run(arguments: Namespace) -> int:
    file = _page(arguments)
    base, variant, language = load(arguments.base), load(arguments.variant), spoken(arguments.language)
    reporting = Reporting([wording(base, language), wording(variant, language)])
    found = _found(base, variant, reporting, arguments)
    called_here, called_there = called(base, variant, reporting)
    said = evolve(found, base=called_here, variant=called_there)
    if not printed(arguments, found, reports.Effect, reports.Measure):
        _tell(said, reporting, arguments)
    if file is not None:
        _save(file, said, reporting, arguments)
    return 3 if found.cut_short else 0


def _tell(found: Impact, reporting: Reporting, arguments: Namespace) -> None:
    """Prints the table and the verdict."""
    for line in told(found, page(), reporting):
        print(line)
    match _kept(found, reporting, arguments):
        case (again, other):
            print(reporting.say("kept", command=again))
            print(reporting.say("kept.other", command=other))
        case str(why):
            print(why)
    print()
    for sentence in verdict(in_words(found, reporting), _language(reporting)).sentences:
        for line in page().lines(sentence):
            print(line)


def _language(reporting: Reporting) -> Language:
    """The language of the verdict and the page."""
    return next(each for each in LANGUAGES if each == reporting.language)


def _page(arguments: Namespace) -> PageFile | None:
    """The file of the page, if one is asked for; a `UsageError` if it cannot be made or saved."""
    if arguments.html is None:
        return None
    try:
        require()
        return PageFile.at(Path(arguments.html))
    except (ImportError, NotSavedError) as error:
        raise UsageError(f"--html: {error}") from error


def _save(file: PageFile, found: Impact, reporting: Reporting, arguments: Namespace) -> None:
    match _kept(found, reporting, arguments):
        case (again, other):
            replay = f"{again}\n{other}"
        case _:
            replay = ""
    try:
        complain(f"palast: {file.save(webpage(in_words(found, reporting), _language(reporting), replay))}")
    except NotSavedError as error:
        raise UsageError(f"--html: {error}") from error


def _kept(found: Impact, reporting: Reporting, arguments: Namespace) -> tuple[str, str] | str | None:
    """Keeps the game in which the rule mattered; the commands to replay it by both rules, or why it cannot be kept."""
    if found.mattered is None:
        return None
    rules, other = arguments.base, arguments.variant
    if found.mattered.by == "variant":
        rules, other = other, rules
    record, name = evolve(found.mattered.record, spec=anywhere(rules)), f"{arguments.base}-{arguments.variant}-impact"
    try:
        path = filed(record, KEPT, name)
    except (OSError, ValueError) as error:  # a record cannot name some paths
        why = getattr(error, "strerror", None) or error
        return reporting.say("kept.not", folder=str(KEPT), why=str(why))
    again = ["palast", "replay", str(path)]
    return join(again), join([*again, "--under", other])


def _found(base: Ruleset, variant: Ruleset, reporting: Reporting, arguments: Namespace) -> Impact:
    kinds = [_kind(each) for each in arguments.agents or ["random"]]
    seconds, progress = arguments.seconds, Progress(reporting=reporting)
    if seconds is None and arguments.games is None:
        seconds = ENOUGH
    try:
        with workers(arguments.jobs, _repaid(arguments), arguments.dask) as executor:
            return impact(
                base, variant, kinds, arguments.games, arguments.seed, executor,
                players=arguments.players, precision=arguments.precision, seconds=seconds, progress=progress,
            )  # fmt: skip
    except (SimulationError, ValueError, ImportError) as error:
        progress.end()
        raise UsageError(str(error)) from error
    finally:
        progress.end()


def _repaid(arguments: Namespace) -> int:
    """The number of processes that are worth starting."""
    games: int | None = arguments.games
    if games is None:
        return MOST
    return 2 * games // REPAID if {*(arguments.agents or ["random"])} == {"random"} else games


def _kind(names: str) -> str | tuple[str, ...]:
    """One name for all seats, or one for each of them."""
    listed = tuple(names.split(","))
    return listed if len(listed) > 1 else names


@define
class Progress(ProgressLine):
    """How many pairs are done, with a line for each kind of players."""

    reporting: Reporting = PLAIN
    _who: str = ""

    def __call__(self, who: str, done: int, of: int) -> None:
        if who != self._who:
            self.end()
        self._who = who
        number = self.reporting.number
        self.write(self.reporting.say("progress.pairs", who=who, done=number(f"{done:,}"), games=number(f"{of:,}")))


COMMAND = Command(
    {
        "game": (
            RULES.but("base", metavar="BASE"),
            option("variant", metavar="VARIANT", help="the ruleset to compare with BASE, e.g. ksr+my-house.rules"),
            PLAYERS,
            AGENTS.but(action="append", help=f"{AGENTS.more['help']}; repeat the option to try several kinds"),
        ),
        "effort": (
            option("--games", type=int, metavar="N", help="most pairs of games"),
            SECONDS.but(
                help=f"limit on processor time for each --agents, in seconds (default without --games: {ENOUGH})"
            ),
            option(
                "--precision",
                type=float,
                metavar="P",
                default=PRECISION,
                help="stop when game length is known to within this fraction, and win rates to within this share of "
                f"games (default: {PRECISION})",
            ),
            SEED,
            JOBS,
            DASK,
        ),
        "output": (
            option("--html", metavar="FILE", help="save a page with the verdict, pictures and all numbers"),
            (JSON, CSV),
            LANGUAGE,
        ),
    },
    _run,
)
