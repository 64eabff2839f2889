"""`palast profile`: which lines of some rules take the most work."""

from argparse import ArgumentParser, Namespace

from palast.commands.command import Command, UsageError
from palast.reports import profile as reports
from palast.reports.form import add_json, made, printed
from palast.rulesets import load
from rulespec.experiments.profiling import GAMES, Profile, profile
from rulespec.language.errors import visible

LINES = 20  # that are printed if nothing else is said


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("rules", metavar="RULES", help="a name, a path, or either with +layer: see `palast rules`")
    parser.add_argument("--games", type=int, metavar="N", default=GAMES, help=f"how many games to play ({GAMES})")
    parser.add_argument("--lines", type=int, metavar="N", default=LINES, help=f"how many lines to list ({LINES})")
    parser.add_argument("--seed", type=int, metavar="N", default=0, help="other games; the same seed plays the same")
    add_json(parser)


def _run(arguments: Namespace) -> int:
    rules = load(arguments.rules)
    if arguments.lines < 1:
        raise UsageError(f"--lines: list one line at least, not {arguments.lines}")
    try:
        found = profile(rules, games=arguments.games, seed=arguments.seed)
    except ValueError as error:
        raise UsageError(f"--games: {error}") from error
    if arguments.json:
        printed(made(reports.Profile, found))
        return 0
    for line in _table(found, arguments.lines):
        print(visible(line))
    return 0


def _table(found: Profile, lines: int) -> list[str]:
    rows = [("work", "steps per question", "line")]
    for each in found.costs[:lines]:
        rows.append((f"{each.share:.1%}", f"{each.per_question:,.1f}", f"{each.where}  {each.block}"))
    widths = [max(len(row[column]) for row in rows) for column in range(2)]
    told = [f"{work:>{widths[0]}}  {steps:>{widths[1]}}  {line}" for work, steps, line in rows]
    return [*told, "", found.summary]


COMMAND = Command(
    "profile",
    "play random games and list the lines of the rules that take the most work",
    ("palast profile ksr", "palast profile my-house.rules --games 100", "palast profile hearts --lines 5 --json"),
    _arguments,
    _run,
)
