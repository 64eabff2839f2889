"""Saves a game as a record, or explains why that is impossible."""

from contextlib import suppress
from pathlib import Path

from rulespec.experiments.failures import Failure
from rulespec.language.errors import called, not_done
from rulespec.records import Record
from rulespec.records.naming import UnnameableError


def text_of(record: Record) -> str | None:
    """The text of a record; None if its rules cannot be named in it."""
    with suppress(ValueError):
        return record.text
    return None


def kept(failure: Failure, folder: Path, told: str) -> str:
    """Saves a game in a folder; the line to print: `told` with the file at its end, or why it cannot be saved."""
    try:
        return f"{told}{called(failure.save(folder))}"
    except (OSError, ValueError) as error:
        return not_kept(folder, error)


def not_kept(path: Path, error: OSError | ValueError) -> str:
    """The line to print if a game cannot be saved."""
    what = f"cannot save the game in {called(path)}"
    if isinstance(error, UnnameableError):
        return f"{what}: {error}"
    return not_done(what, error)
