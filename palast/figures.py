"""The options `--json` and `--csv` of commands that find figures."""

from argparse import ArgumentParser, Namespace
from typing import Any

from palast.reports.form import add_json, listed, made
from palast.reports.form import printed as as_json


def figures(parser: ArgumentParser) -> None:
    """Adds the options."""
    shown = parser.add_mutually_exclusive_group()
    add_json(shown)
    shown.add_argument("--csv", action="store_true", help="print what is found as CSV")


def printed(arguments: Namespace, found: object, form: type, row: type) -> bool:
    """Prints the figures in a form if an option asks for them; whether one did. CSV has its `measures`, as rows."""
    if arguments.json or arguments.csv:
        report: Any = made(form, found)
        if arguments.json:
            as_json(report)
        else:
            listed(row, report.measures)
    return bool(arguments.json or arguments.csv)
