"""`palast sheet`: the rules as one would print them."""

from argparse import Namespace
from pathlib import Path

from palast.commands.command import Command, UsageError
from palast.languages import spoken
from palast.options import JSON, LANGUAGE, RULES, SET, flag, option
from palast.page import page
from palast.reports import sheet as reports
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


def _run(arguments: Namespace) -> int:
    if arguments.only_changes and arguments.against is None:
        raise UsageError("--only-changes needs --against BASE; add the rules to compare with")
    if arguments.json and arguments.html is not None:
        raise UsageError("--json and --html exclude each other; leave out one")
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
    {
        "rules": (
            RULES,
            SET,
            option("--against", metavar="BASE", help="mark the differences from these rules"),
            flag("--only-changes", "with --against: print the differences only, as a card for the table"),
            flag("--worked-out", "also print the sentences generated from the rules, beside the written ones"),
        ),
        "output": (
            option(
                "--html",
                metavar="FILE",
                nargs="?",
                const=PRINTED,
                help="save a page to read or print (default: output)",
            ),
            LANGUAGE,
            JSON,
        ),
    },
    _run,
)
