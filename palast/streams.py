"""Standard input, output and error as they are found: closed, full, or without a reader."""

import os
import sys
from errno import EINVAL
from io import TextIOWrapper
from typing import TextIO

from rulespec.errors import shortened, visible


class NoOutputError(Exception):
    """Standard output cannot take what is told."""


def prepare() -> None:
    """Makes what is closed a stream that holds nothing, and has characters that a terminal lacks replaced."""
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    if sys.stdin is None:
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_RDONLY))
    if sys.stdout is None:
        raise NoOutputError("standard output is closed")
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def is_pipe_that_nobody_reads(error: OSError) -> bool:
    """Whether the reader has gone away, which Windows tells as an invalid argument."""
    return isinstance(error, BrokenPipeError) or (sys.platform == "win32" and error.errno == EINVAL)


def give_up(stream: TextIO) -> None:
    """Discards what is still to be written, so that nothing fails again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def complain(message: str) -> None:
    """A message on standard error, as far as that takes it; what has no end in it is cut."""
    said = "\n".join(map(shortened, message.splitlines()))
    try:
        print(visible(said), file=sys.stderr, flush=True)
    except OSError:
        give_up(sys.stderr)
