"""The interface of subcommands."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable

from attrs import frozen


@frozen
class Command:
    """A subcommand: `arguments` declares its arguments, `run` executes it and returns the exit status."""

    name: str
    summary: str
    examples: tuple[str, ...]
    arguments: Callable[[ArgumentParser], None]
    run: Callable[[Namespace], int]


class UsageError(Exception):
    """Arguments that make no sense; the message says what is possible."""
