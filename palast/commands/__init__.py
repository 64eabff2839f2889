"""The subcommands of `palast`, one file each."""

from palast.commands import check, explain, manual, play, replay, rules
from palast.commands.command import Command

COMMANDS: tuple[Command, ...] = (
    play.COMMAND, replay.COMMAND, rules.COMMAND, explain.COMMAND, check.COMMAND, manual.COMMAND,
)  # fmt: skip
