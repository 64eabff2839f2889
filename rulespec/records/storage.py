"""Atomic writing of files: after a crash there is either the old file or the new one."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import escape
from pathlib import Path
from secrets import token_hex

ABANDONED = 60  # seconds after which a temporary file is taken for one of a program that was killed

_CALLED = 50  # characters of a file's name in that of its temporary file, as the length of names is limited


def create(path: Path, text: str) -> None:
    """Writes a new file; a `FileExistsError` if there is one, also in a race."""
    with _beside(path, text) as beside:
        try:
            os.link(beside, path)
        except FileExistsError:
            raise
        except OSError:  # not every file system has links
            with open(path, "xb") as file:
                file.write(text.encode())


def replace(path: Path, text: str) -> None:
    """Replaces a file, by way of a temporary file beside it."""
    target = leads_to(path)
    with _beside(target, text) as beside:
        with suppress(FileNotFoundError):
            beside.chmod(target.stat().st_mode & 0o777)
        os.replace(beside, target)


def leads_to(path: Path) -> Path:
    """The file that a path leads to through links."""
    with suppress(FileNotFoundError):
        path.stat()  # an error if links form a circle
    return Path(os.path.realpath(path))


@contextmanager
def _beside(target: Path, text: str) -> Iterator[Path]:
    """A temporary file with a text beside another; it is removed afterwards, as are abandoned ones."""
    called = f".{target.name[:_CALLED]}"
    for left in target.parent.glob(f"{escape(called)}.*.tmp"):
        with suppress(OSError):
            if left.stat().st_mtime < time.time() - ABANDONED:
                left.unlink()
    beside = target.with_name(f"{called}.{token_hex(4)}.tmp")
    try:
        with open(beside, "xb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        yield beside
    finally:
        beside.unlink(missing_ok=True)
    with suppress(OSError):  # not every system lets a folder be opened to sync its entries
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
