"""What a command has found, as figures for other programs: `--json`, `--csv`."""

import csv
import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")


def figures(parser: ArgumentParser) -> None:
    """The options that ask for figures."""
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--json", action="store_true", help="print what is found as JSON")
    shown.add_argument("--csv", action="store_true", help="print what is found as CSV")


def printed(
    arguments: Namespace, found: T, data: Callable[[T], object], rows: Callable[[T], Iterable[Sequence[object]]]
) -> bool:
    """Whether figures were asked for, which are printed then."""
    if arguments.json:
        print(json.dumps(data(found), ensure_ascii=False, indent=2))
    elif arguments.csv:
        csv.writer(sys.stdout, lineterminator="\n").writerows(rows(found))
    return bool(arguments.json or arguments.csv)
