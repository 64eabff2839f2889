"""The subcommands of `palast`, a file each, imported lazily: importing all takes a quarter of the start-up time."""

from importlib import import_module

from palast.commands.command import Command

NAMES = (
    "play", "replay", "new", "rules", "sheet", "explain", "check", "test", "laws", "profile", "diff", "fmt", "simulate",
    "impact", "web", "lsp", "manual", "completion",
)  # fmt: skip


def command(name: str) -> Command:
    """The subcommand with a name."""
    found: Command = import_module(f"{__name__}.{name}").COMMAND
    return found
