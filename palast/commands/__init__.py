"""The subcommands of `palast`, one file each."""

from palast.commands import check, explain, manual, play, replay, rules, test
from palast.commands.command import Command

COMMANDS: tuple[Command, ...] = (
    play.COMMAND, replay.COMMAND, rules.COMMAND, explain.COMMAND, check.COMMAND, test.COMMAND, manual.COMMAND,
)  # fmt: skip
