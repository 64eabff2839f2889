"""The subcommands of `palast`, one file each."""

from palast.commands import check, explain, play, rules
from palast.commands.command import Command

COMMANDS: tuple[Command, ...] = (play.COMMAND, rules.COMMAND, explain.COMMAND, check.COMMAND)
