"""Files that are replaced as a whole: whatever happens meanwhile, the old file is there or the new one."""

import os
from contextlib import suppress
from pathlib import Path
from secrets import token_hex


def replace(path: Path, text: str) -> None:
    """Puts a text in the place of a file, by way of a temporary file beside it."""
    target = path.resolve()  # what a link leads to is replaced, not the link
    beside = target.with_name(f".{token_hex(8)}.tmp")
    try:
        with open(beside, "xb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileNotFoundError):
            beside.chmod(target.stat().st_mode & 0o777)
        os.replace(beside, target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    with suppress(OSError):  # not every system lets a folder be opened, to have its entries written down
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
