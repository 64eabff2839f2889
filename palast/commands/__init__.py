"""The subcommands of `palast`, a file each, imported lazily: importing all takes a quarter of the start-up time.

Their order, purposes and texts are in `help.md`.
"""

import re
from importlib import import_module
from pathlib import Path

from attrs import frozen

from palast.commands.command import Command

_TEXTS = re.compile(
    r"^# (?P<purpose>.+)$|^## (\w+): (.+)\n\n(.+)\n\n```console\n((?s:.*?))\n```(?:\n\n```console\n((?s:.*?))\n```)?",
    re.MULTILINE,
)


@frozen
class Help:
    """The texts of a command: its purpose, what it does, an example with its output, and further examples."""

    purpose: str
    summary: str
    about: str
    example: str
    more: str


def _help() -> dict[str, Help]:
    purpose, found = "", dict[str, Help]()
    for match in _TEXTS.finditer((Path(__file__).parent / "help.md").read_text("utf-8")):
        purpose = match["purpose"] or purpose
        if match["purpose"] is None:
            _, name, *texts = match.groups("")
            found[name] = Help(purpose, *texts)
    return found


HELP = _help()
NAMES = tuple(HELP)


def command(name: str) -> Command:
    """The subcommand with a name."""
    found: Command = import_module(f"{__name__}.{name}").COMMAND
    return found
