"""The subcommands of `palast`, one file each, imported when it is needed: that of all takes a quarter of the start."""

from importlib import import_module

from palast.commands.command import Command

NAMES = ("play", "replay", "rules", "explain", "check", "test", "diff", "simulate", "impact", "web", "manual")


def command(name: str) -> Command:
    """The subcommand of a name."""
    found: Command = import_module(f"{__name__}.{name}").COMMAND
    return found
