"""A terminal of our own for tests: what is typed into it, and what a program writes there."""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager

import psutil

PATIENCE = 300  # seconds, after which it will not come any more, however busy the machine is
QUIET = 0.1  # seconds


def sleeps(process: int) -> bool:
    """Whether a process waits for something, as for a key: on a busy machine, that it says nothing tells nothing."""
    return bool(psutil.Process(process).status() == psutil.STATUS_SLEEPING)


class Terminal:
    """The keyboard and the screen of a program that runs in a terminal."""

    def __init__(self, process: int, handle: int) -> None:
        self._process = process
        self._handle = handle
        self.screen = ""

    def type(self, keys: str, until: str) -> str:
        """What the program writes after these keys, up to a text."""
        start = len(self.screen)
        os.write(self._handle, keys.encode())
        return self.wait(until, start)

    def wait(self, until: str, start: int = 0) -> str:
        end = time.monotonic() + PATIENCE
        while until not in self.screen[start:]:
            assert time.monotonic() < end, f"{until!r} is not in {self.screen!r}"
            if not self._read():
                break
        assert until in self.screen[start:], self.screen
        return self.screen[start:]

    def rest(self) -> None:
        """Waits until the program has nothing more to write and sleeps, so that it waits for keys."""
        while True:
            if select.select([self._handle], [], [], QUIET)[0]:
                if not self._read():
                    return
            elif sleeps(self._process):
                return

    def resize(self, width: int) -> None:
        """Makes the terminal so many columns wide."""
        fcntl.ioctl(self._handle, termios.TIOCSWINSZ, struct.pack("HHHH", 50, width, 0, 0))

    def end(self) -> int:
        """The exit status, once all has been written."""
        while self._read():
            pass
        return os.waitstatus_to_exitcode(os.waitpid(self._process, 0)[1])

    def _read(self) -> bool:
        if not select.select([self._handle], [], [], PATIENCE)[0]:
            return False
        try:
            data = os.read(self._handle, 65536)
        except OSError:  # Linux says so where the other side is gone
            return False
        self.screen += data.decode("utf-8", "replace")
        return bool(data)


@contextmanager
def terminal(*arguments: str, width: int = 100, **environment: str) -> Iterator[Terminal]:
    """`palast` in a terminal of some width."""
    with running([sys.executable, "-m", "palast", *arguments], width, **environment) as palast:
        yield palast


@contextmanager
def running(command: list[str], width: int = 100, **environment: str) -> Iterator[Terminal]:
    """A program in a terminal of some width."""
    process, handle = pty.fork()
    if process == 0:
        env = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR")}
        os.execvpe(command[0], command, {**env, "TERM": "xterm", "LC_ALL": "C.UTF-8", **environment})
    shown = Terminal(process, handle)
    shown.resize(width)
    try:
        yield shown
    finally:
        os.close(handle)
        try:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
        except (ProcessLookupError, ChildProcessError):
            pass
