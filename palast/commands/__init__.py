"""The subcommands of `palast`, one file each."""

from palast.commands import check, diff, explain, manual, play, replay, rules, test
from palast.commands.command import Command

COMMANDS: tuple[Command, ...] = (
    play.COMMAND, replay.COMMAND, rules.COMMAND, explain.COMMAND, check.COMMAND, test.COMMAND, diff.COMMAND,
    manual.COMMAND,
)  # fmt: skip
