"""What was worked out of rule files that come along with a program, kept beside compiled modules for the next start.

It is read again as long as everything is as it was: the texts, the modules of this package, the libraries, Python.
`pickle` runs what it reads, but where this lies nobody can write who could not change the compiled modules themselves.
Where none are written (`sys.dont_write_bytecode`), or there are no sources that could change, nothing is kept.
"""

import os
import pickle
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.util import cache_from_source, find_spec
from pathlib import Path
from threading import get_ident
from typing import Any

MANY = 64  # files; the oldest are removed when there are more
SETTLED = 5  # seconds since a module was written: what is written during imports may be older or newer than what runs
_BEGUN = time.time()
_PACKAGE = Path(__file__).parents[1]


def recalled(what: str, texts: Iterable[str]) -> Any:
    """What was kept of these texts; None if nothing was, or something changed since."""
    place = _place(what)
    if place is None:
        return None
    with suppress(Exception):  # a file that is damaged is none
        data = memoryview(place.read_bytes())
        if data[:32] == _digest(texts):
            return pickle.loads(data[32:])
    return None


def keep(what: str, texts: Iterable[str], value: object) -> None:
    """Keeps what was worked out of some texts in the place of what was kept by that name, where that is possible."""
    place = _place(what)
    if place is None:
        return
    data = _digest(texts) + pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    written = place.with_suffix(f".{os.getpid()}-{get_ident()}")
    try:
        written.write_bytes(data)
        written.replace(place)  # so that nobody reads half of it
        for old in sorted(place.parent.glob(f"*{place.suffix}"), key=os.path.getmtime)[:-MANY]:
            old.unlink()
    except OSError:  # a folder that cannot be written, a full disc, another process that does the same
        with suppress(OSError):
            written.unlink()


def _place(what: str) -> Path | None:
    """The file for something; None if nothing is to be kept."""
    if sys.dont_write_bytecode or not _state():
        return None
    name = sha256(what.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    try:
        return Path(f"{cache_from_source(__file__).removesuffix('pyc')}{name}.kept")
    except NotImplementedError:  # a Python without compiled modules
        return None


def _digest(texts: Iterable[str]) -> bytes:
    told = sha256(_state().encode())
    for text in texts:
        data = text.encode("utf-8", "surrogatepass")
        told.update(len(data).to_bytes(8, "big") + data)
    return told.digest()


@cache
def _state() -> str:
    """What all results depend on besides texts; "" where that is not known."""
    libraries = [found.origin for name in ("attr", "lark") if (found := find_spec(name)) and found.origin]
    sources = [*_sources(str(_PACKAGE)), *((path, os.stat(path)) for path in libraries)]
    if len(sources) < 100 or max(told.st_mtime for _, told in sources) > _BEGUN - SETTLED:
        return ""
    stamps = [(path, told.st_size, told.st_mtime_ns, told.st_ctime_ns) for path, told in sorted(sources)]
    return repr((sys.version, stamps))


def _sources(folder: str) -> Iterator[tuple[str, os.stat_result]]:
    """The modules of this package and its grammar; no more than a stat of each, as that takes two milliseconds."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith((".py", ".lark")):
                yield entry.path, entry.stat()
            elif "." not in entry.name and entry.name != "__pycache__" and entry.is_dir():
                yield from _sources(entry.path)
