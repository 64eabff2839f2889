"""`palast diff`: the differences of two rulesets, and a game in which they diverge."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from attrs import evolve

from palast.commands.command import Command, UsageError
from palast.languages import add_language, spoken
from palast.page import page
from palast.reports import diff as reports
from palast.reports.form import add_json, made, printed
from palast.rulesets import anywhere, load
from rulespec.experiments.comparison import GAMES, Parted, compare
from rulespec.experiments.comparison.output import told
from rulespec.experiments.suite.saved_game import not_kept
from rulespec.language.errors import called
from rulespec.wording import wording
from rulespec.wording.reports import Reporting


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("one", metavar="A", help="a name, a path, or either with +layer: see `palast rules`")
    parser.add_argument("other", metavar="B", help="the other ruleset")
    parser.add_argument(
        "--games", type=int, metavar="N", default=GAMES, help=f"how many games to play at most ({GAMES} by default)"
    )
    parser.add_argument("--seconds", type=float, metavar="S", help="how much of the processor's time to take at most")
    parser.add_argument("--seed", type=int, metavar="N", default=0, help="other games; the same seed plays the same")
    parser.add_argument("--save", metavar="FILE", help="keep the game on which they part in a new file")
    add_json(parser)
    add_language(parser)


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
        there = f"{called(arguments.save)} is there already and is not overwritten"
        raise UsageError(f"{there}; name another file") from None
    except (OSError, ValueError) as error:
        raise UsageError(not_kept(arguments.save, error)) from error
    if not arguments.json:
        file = called(arguments.save)
        again = f"palast replay {file} --under {called(arguments.other)}"
        print(f"\n{reporting.say('kept.here', file=file, command=again)}")


COMMAND = Command(
    "diff",
    "say what is different in two rulesets, and show a game on which they part",
    (
        "palast diff ksr review",
        "palast diff ksr ksr+my-layer.rules",
        "palast diff old.rules new.rules --games 100",
        "palast diff ksr magier --language de",
    ),
    _arguments,
    _run,
)
