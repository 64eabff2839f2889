"""`palast laws`: laws that rules could have, mined from their games."""

from argparse import ArgumentParser, Namespace

from palast.commands.command import Command, UsageError
from palast.reports import laws as reports
from palast.reports.form import add_json, made, printed
from palast.rulesets import load
from rulespec.experiments.mining import GAMES, mine
from rulespec.language.errors import visible


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("rules", metavar="RULES", help="a name, a path, or either with +layer: see `palast rules`")
    parser.add_argument(
        "--games",
        type=int,
        metavar="N",
        default=GAMES,
        help=f"how many games to try them in ({GAMES:,} by default)",
    )
    parser.add_argument("--seed", type=int, metavar="N", default=0, help="other games; the same seed plays the same")
    add_json(parser)


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
    "laws",
    "say what seems to hold in every game of some rules, as laws to paste into their file",
    ("palast laws ksr", "palast laws my-house.rules --games 1000", "palast laws hearts --seed 2 --json"),
    _arguments,
    _run,
)
