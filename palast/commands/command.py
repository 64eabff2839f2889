"""What every subcommand has."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable

from attrs import frozen


@frozen
class Command:
    """A subcommand: `arguments` declares what it takes, `run` does it and gives the exit status."""

    name: str
    summary: str
    examples: tuple[str, ...]
    arguments: Callable[[ArgumentParser], None]
    run: Callable[[Namespace], int]


class UsageError(Exception):
    """Arguments that make no sense; the message says what is possible."""
