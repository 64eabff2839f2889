"""Figures as JSON or CSV, where `--json` or `--csv` asks for them."""

from argparse import Namespace
from typing import Any

from palast.reports.form import listed, made
from palast.reports.form import printed as as_json


def printed(arguments: Namespace, found: object, form: type, row: type) -> bool:
    """Prints the figures in a form if an option asks for them; whether one did. CSV has its `measures`, as rows."""
    if arguments.json or arguments.csv:
        report: Any = made(form, found)
        if arguments.json:
            as_json(report)
        else:
            listed(row, report.measures)
    return bool(arguments.json or arguments.csv)
