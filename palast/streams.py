"""Robust standard streams: closed, full, or without a reader."""

import os
import sys
from errno import EINVAL
from io import TextIOWrapper
from typing import TextIO

from attrs import define

from rulespec.language.errors import shortened, visible


class NoOutputError(Exception):
    """Standard output is closed."""


@define
class ProgressLine:
    """A line of standard error that is rewritten, if that is a terminal."""

    _text: str = ""

    def write(self, text: str) -> None:
        """Puts a text in place of the last one."""
        if sys.stderr.isatty():
            print(f"\r{text:{len(self._text)}}", end="", file=sys.stderr, flush=True)
            self._text = text

    def end(self) -> None:
        """Ends the line, if anything was written."""
        if self._text:
            complain("")
        self._text = ""


def prepare() -> None:
    """Replaces closed streams by empty ones, and lets unencodable characters be replaced."""
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
    """Whether the reader of a pipe has gone, which Windows reports as an invalid argument."""
    return isinstance(error, BrokenPipeError) or (sys.platform == "win32" and error.errno == EINVAL)


def give_up(stream: TextIO) -> None:
    """Redirects a stream to nowhere, so that flushing it at exit does not fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def complain(message: str) -> None:
    """Prints a message to standard error if possible, with very long words and lines cut."""
    said = "\n".join(map(shortened, message.splitlines()))
    try:
        print(visible(said), file=sys.stderr, flush=True)
    except OSError:
        give_up(sys.stderr)
