"""Keeping a game as a record, as far as that is possible."""

from contextlib import suppress
from pathlib import Path

from rulespec.errors import called, not_done
from rulespec.failures import Failure
from rulespec.record import Record
from rulespec.record.naming import UnnameableError


def text_of(record: Record) -> str | None:
    """A game as text, if its rules can be named there."""
    with suppress(ValueError):
        return record.text
    return None


def kept(failure: Failure, folder: Path, told: str) -> str:
    """Keeps a game in a folder, and says so in a line: `told` with the file at its end, or why it cannot be kept."""
    try:
        return f"{told}{called(failure.save(folder))}"
    except (OSError, ValueError) as error:
        return not_kept(folder, error)


def not_kept(path: Path, error: OSError | ValueError) -> str:
    """That a game cannot be kept there, and why."""
    what = f"the game cannot be kept in {called(path)}"
    if isinstance(error, UnnameableError):
        return f"{what}: {error}"
    return not_done(what, error)
