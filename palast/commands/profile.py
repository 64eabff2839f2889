"""`palast profile`: which lines of some rules take the most work."""

from argparse import Namespace

from palast.commands.command import Command, UsageError
from palast.options import JSON, RULES, SEED, SET, option
from palast.reports import profile as reports
from palast.reports.form import made, printed
from palast.rulesets import load
from rulespec.experiments.profiling import GAMES, Profile, profile
from rulespec.language.errors import visible

LINES = 20  # that are printed if nothing else is said


def _run(arguments: Namespace) -> int:
    rules = load(arguments.rules)
    if arguments.lines < 1:
        raise UsageError(f"--lines must be at least 1, not {arguments.lines}; leave it out for {LINES}")
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
    {
        "rules": (
            RULES,
            SET,
        ),
        "effort": (
            option("--games", type=int, metavar="N", default=GAMES, help=f"number of games to play (default: {GAMES})"),
            SEED,
        ),
        "output": (
            option("--lines", type=int, metavar="N", default=LINES, help=f"number of lines to list (default: {LINES})"),
            JSON,
        ),
    },
    _run,
)
