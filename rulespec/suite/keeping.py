"""Keeping a game as a record, as far as that is possible."""

from contextlib import suppress
from pathlib import Path

from rulespec.failures import Failure
from rulespec.record import Record


def text_of(record: Record) -> str | None:
    """A game as text, if its rules can be named there."""
    with suppress(ValueError):
        return record.text
    return None


def kept(failure: Failure, folder: Path, told: str) -> str:
    """Keeps a game in a folder, and says so in a line: `told` with the file at its end, or why it cannot be kept."""
    try:
        return f"{told}{failure.save(folder)}"
    except (OSError, ValueError) as error:  # rules can lie where no record could name them
        why = getattr(error, "strerror", None) or error
        return f"the game cannot be kept in {folder}: {why}"
