"""Atomic writing of files: whatever happens meanwhile, there is the old file or the new one."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import escape
from pathlib import Path
from secrets import token_hex

ABANDONED = 60  # seconds after which a temporary file is taken to be left over from a program that was killed

_CALLED = 50  # characters of a file's name in that of its temporary file, which may be no longer than names can be


def create(path: Path, text: str) -> None:
    """Puts a text into a file that is not there yet; of several who try, all but one get a `FileExistsError`."""
    with _beside(path, text) as beside:
        try:
            os.link(beside, path)
        except FileExistsError:
            raise
        except OSError:  # not every file system has links
            with open(path, "xb") as file:
                file.write(text.encode())


def replace(path: Path, text: str) -> None:
    """Puts a text in the place of a file, by way of a temporary file beside it."""
    target = leads_to(path)
    with _beside(target, text) as beside:
        with suppress(FileNotFoundError):
            beside.chmod(target.stat().st_mode & 0o777)
        os.replace(beside, target)


def leads_to(path: Path) -> Path:
    """What is written in place of a path: the file that a link leads to, not the link."""
    with suppress(FileNotFoundError):
        path.stat()  # links that lead to each other are an error
    return Path(os.path.realpath(path))


@contextmanager
def _beside(target: Path, text: str) -> Iterator[Path]:
    """A temporary file beside another, with the text in it; removed afterwards, like those left over from before."""
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
    with suppress(OSError):  # not every system lets a folder be opened, to have its entries written down
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
