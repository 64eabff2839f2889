"""Which Pythons are there to try the wheel in; run as a program, it says which are, and which are not.

They are looked for on PATH, among those of pyenv, and among the paths that PALAST_PYTHONS names.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

VERSIONS = ("3.11", "3.12", "3.13", "3.14")
_SAYING = "import sys, venv; print('%d.%d' % sys.version_info[:2])"


def found() -> dict[str, str]:
    """The first Python of each version that runs."""
    there: dict[str, str] = {}
    for path in _candidates():
        version = _version(path)
        if version in VERSIONS:
            there.setdefault(version, path)
    return there


def _candidates() -> Iterator[str]:
    """Paths at which there may be one; those that were named come first."""
    yield from filter(None, os.environ.get("PALAST_PYTHONS", "").split(os.pathsep))
    for version in VERSIONS:
        named = shutil.which(f"python{version}")
        if named is not None:
            yield named
    pyenv = shutil.which("pyenv")  # what it puts on PATH runs only the versions that were chosen
    if pyenv is not None:
        root = subprocess.run([pyenv, "root"], capture_output=True, text=True, check=True).stdout.strip()
        yield from (str(each) for v in VERSIONS for each in sorted(Path(root).glob(f"versions/{v}.*/bin/python")))


def _version(path: str) -> str | None:
    """The version of a Python that runs and can make environments."""
    try:
        done = subprocess.run([path, "-c", _SAYING], capture_output=True, text=True, check=False)
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


if __name__ == "__main__":
    there = found()
    for each in VERSIONS:
        print(f"Python {each}:", there.get(each, "not found, so no wheel was tried in it; PALAST_PYTHONS names more"))
