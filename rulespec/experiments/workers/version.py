"""The version of a process: Python, and the files of this library. Equal versions play alike."""

import sys
from functools import cache
from hashlib import blake2b
from pathlib import Path

from attrs import frozen

from rulespec.engine.extension import EXTENSION

BUILDING = frozenset(
    ["engine/native/building.py", "engine/native/headers.py"]
)  # which an installed library does not have


@frozen
class Playing:
    """A version of Python, a digest of the library's files, and whether the machine in C was built."""

    python: str
    files: str
    native: bool

    def unlike(self, other: "Playing") -> str:
        """The difference to another process that may change its games; "" if they play alike."""
        if self.python != other.python:
            return f"runs Python {other.python}, this machine {self.python}"
        if self.files != other.files:
            return "has another version of this library than this machine"
        if self.native != other.native:
            return f"{'lacks' if self.native else 'has'} the native engine, unlike this machine"
        return ""


@cache
def here() -> Playing:
    """The version of this process."""
    return Playing("{}.{}".format(*sys.version_info), _files(), EXTENSION is not None)


def _files() -> str:
    root, digest = Path(__file__).parents[2], blake2b(digest_size=8)
    for name, path in sorted((path.relative_to(root).as_posix(), path) for path in root.rglob("*.py")):
        if name not in BUILDING:
            digest.update(b"\0".join((name.encode(), path.read_bytes().replace(b"\r\n", b"\n"), b"")))
    return digest.hexdigest()
