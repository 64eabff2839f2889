"""A folder of records, each in a file of its own."""

import re
from itertools import count
from pathlib import Path

from rulespec.records.record import Record

SUFFIX = ".game"
_CALLED = 60  # characters of a file's name at most
_SIGNS = re.compile(r"\W+")


def filed(record: Record, folder: str | Path, called: str) -> Path:
    """Writes a record to a folder under a name made from `called`, unless an equal one is there; its path."""
    folder, called = Path(folder), _SIGNS.sub("-", called)[:_CALLED].strip("-")
    folder.mkdir(parents=True, exist_ok=True)
    for number in count(1):
        path = folder / f"{called}{'' if number == 1 else f'-{number}'}{SUFFIX}"
        try:
            record.write(path, new=True)
        except FileExistsError:
            if not (path.is_file() and path.read_bytes() == record.text_in(path.parent).encode()):
                continue
        return path
    raise AssertionError  # unreachable: count has no end
