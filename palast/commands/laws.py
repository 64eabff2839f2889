"""`palast laws`: laws that rules could have, mined from their games."""

from argparse import Namespace

from palast.commands.command import Command, UsageError
from palast.options import JSON, RULES, SEED, SET, option
from palast.reports import laws as reports
from palast.reports.form import made, printed
from palast.rulesets import load
from rulespec.experiments.mining import GAMES, mine
from rulespec.language.errors import visible


def _run(arguments: Namespace) -> int:
    rules = load(arguments.rules)
    try:
        mined = mine(rules, games=arguments.games, seed=arguments.seed)
    except ValueError as error:
        raise UsageError(f"--games: {error}") from error
    if arguments.json:
        printed(made(reports.Mined, mined))
        return 0
    for law in mined.laws:
        print(visible(str(law)))
    if mined.nearly:
        print("\nnearly always:")
        for near in mined.nearly:
            print(visible(f"  {near}"))
    print(f"\n{mined.summary}" if mined.laws or mined.nearly else mined.summary)
    return 0


COMMAND = Command(
    {
        "rules": (
            RULES,
            SET,
        ),
        "effort": (
            option(
                "--games",
                type=int,
                metavar="N",
                default=GAMES,
                help=f"number of games that confirm them (default: {GAMES:,})",
            ),
            SEED,
        ),
        "output": (JSON,),
    },
    _run,
)
