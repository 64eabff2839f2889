"""`palast sheet`: the rules as one would print them."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from palast.commands.command import Command, UsageError
from palast.languages import add_language, spoken
from palast.page import page
from palast.reports import sheet as reports
from palast.reports.form import add_json
from palast.reports.form import made as as_form
from palast.reports.form import printed as as_json
from palast.rulesets import load
from palast.sheets.plain import plain
from palast.sheets.printed import printed
from palast.streams import complain
from palast.webpage.saving import NotSavedError, PageFile
from rulespec.wording import wording
from rulespec.wording.sheets import sheet

PRINTED = ""  # in place of a file


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("rules", metavar="RULES", help="a name, a path, or either with +layer: see `palast rules`")
    parser.add_argument("--against", metavar="BASE", help="mark what is different from these rules")
    parser.add_argument(
        "--only-changes", action="store_true", help="with --against: only what is different, as a card for the table"
    )
    parser.add_argument(
        "--html",
        metavar="FILE",
        nargs="?",
        const=PRINTED,
        help="save one page, to be read or printed; without FILE print it",
    )
    parser.add_argument(
        "--worked-out", action="store_true", help="each sentence as it follows from the rules, beside those written"
    )
    add_language(parser)
    add_json(parser)


def _run(arguments: Namespace) -> int:
    if arguments.only_changes and arguments.against is None:
        raise UsageError("--only-changes needs --against BASE: from which rules is it different?")
    if arguments.json and arguments.html is not None:
        raise UsageError("--json prints no page; leave out --html")
    rules, language = load(arguments.rules), spoken(arguments.language)
    against = None if arguments.against is None else load(arguments.against)
    made = sheet(rules, language, against)
    if arguments.only_changes:
        made = made.only_changes
    if arguments.json:
        as_json(as_form(reports.Sheet, made))
        return 0
    words = wording(rules, language)
    if arguments.html is not None:
        return _page(arguments.html, printed(made, words, rules, worked_out=arguments.worked_out))
    for line in plain(made, words, page(), worked_out=arguments.worked_out):
        print(line)
    return 0


def _page(file: str, text: str) -> int:
    """Prints a page, or saves it."""
    if file == PRINTED:
        print(text, end="")
        return 0
    try:
        complain(f"palast: {PageFile.at(Path(file)).save(text)}")
    except NotSavedError as error:
        raise UsageError(f"--html: {error}") from error
    return 0


COMMAND = Command(
    "sheet",
    "print the rules in words, for people at the table",
    (
        "palast sheet ksr",
        "palast sheet magier --language de --html magier.html",
        "palast sheet my-house.rules --against ksr --only-changes",
        "palast sheet ksr --worked-out",
    ),
    _arguments,
    _run,
)
