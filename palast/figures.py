"""The options `--json` and `--csv` of commands that find figures."""

import csv
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from palast.reports.form import add_json
from palast.reports.form import printed as as_json

T = TypeVar("T")


def figures(parser: ArgumentParser) -> None:
    """Adds the options."""
    shown = parser.add_mutually_exclusive_group()
    add_json(shown)
    shown.add_argument("--csv", action="store_true", help="print what is found as CSV")


def printed(
    arguments: Namespace, found: T, report: Callable[[T], object], rows: Callable[[T], Iterable[Sequence[object]]]
) -> bool:
    """Prints the figures if an option asks for them; whether one did."""
    if arguments.json:
        as_json(report(found))
    elif arguments.csv:
        csv.writer(sys.stdout, lineterminator="\n").writerows(rows(found))
    return bool(arguments.json or arguments.csv)
