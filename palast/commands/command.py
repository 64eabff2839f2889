"""The interface of subcommands."""

from argparse import Namespace
from collections.abc import Callable

from attrs import frozen

from palast.options import Groups


@frozen
class Command:
    """A subcommand: its options, and how it runs; `run` returns the exit status."""

    options: Groups
    run: Callable[[Namespace], int]


class UsageError(Exception):
    """Arguments that make no sense; the message explains what is possible."""
