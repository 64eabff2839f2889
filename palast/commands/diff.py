"""`palast diff`: the differences of two rulesets, and a game in which they diverge."""

from argparse import Namespace
from pathlib import Path

from attrs import evolve

from palast.commands.command import Command, UsageError
from palast.languages import spoken
from palast.options import JSON, LANGUAGE, RULES, SECONDS, SEED, option
from palast.page import page
from palast.reports import diff as reports
from palast.reports.form import made, printed
from palast.rulesets import anywhere, load
from rulespec.experiments.comparison import GAMES, Parted, compare
from rulespec.experiments.comparison.output import told
from rulespec.experiments.suite.saved_game import not_kept
from rulespec.language.errors import called
from rulespec.wording import wording
from rulespec.wording.reports import Reporting


def _run(arguments: Namespace) -> int:
    one, other, language = load(arguments.one), load(arguments.other), spoken(arguments.language)
    words = wording(one, language), wording(other, language)
    found = compare(
        one, other,
        games=arguments.games, seconds=arguments.seconds, seed=arguments.seed,
    )  # fmt: skip
    cut = found.alike and found.cut
    if arguments.json:
        printed(made(reports.Difference, found))
    else:
        if cut:
            print(Reporting(words).say("cut"))
        for line in told(found, page(), words):
            print(line)
    if arguments.save is not None and found.parted is not None:
        _save(found.parted, arguments, Reporting(words))
    return 3 if cut else 0 if found.alike else 1


def _save(parted: Parted, arguments: Namespace, reporting: Reporting) -> None:
    record = evolve(parted.record, spec=anywhere(arguments.one))
    try:
        record.write(Path(arguments.save), new=True)
    except FileExistsError:
        there = f"{called(arguments.save)} already exists"
        raise UsageError(f"{there}; choose another name") from None
    except (OSError, ValueError) as error:
        raise UsageError(not_kept(arguments.save, error)) from error
    if not arguments.json:
        file = called(arguments.save)
        again = f"palast replay {file} --under {called(arguments.other)}"
        print(f"\n{reporting.say('kept.here', file=file, command=again)}")


COMMAND = Command(
    {
        "rules": (RULES.but("one", metavar="A"), option("other", metavar="B", help="the ruleset to compare with A")),
        "effort": (
            option("--games", type=int, metavar="N", default=GAMES, help=f"most games to play (default: {GAMES})"),
            SECONDS,
            SEED,
        ),
        "output": (
            LANGUAGE,
            JSON,
            option("--save", metavar="FILE", help="save the game in which they differ in a new file"),
        ),
    },
    _run,
)
