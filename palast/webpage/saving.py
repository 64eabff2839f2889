"""Saving a page in a file: whether that is possible is checked before the page is made."""

import os
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile

from attrs import frozen

from rulespec.language.errors import called, not_done
from rulespec.language.tree.source import UnreadableError, beginning_of
from rulespec.records.storage import leads_to, replace

BEGINNING = b"<!doctype html"  # of files that may be replaced


class NotSavedError(Exception):
    """The page cannot be saved; the message says why, and what to do."""


@frozen
class PageFile:
    """The file of a page; `replaces` says whether there is a page already."""

    path: Path
    replaces: bool

    @classmethod
    def at(cls, path: Path) -> "PageFile":
        """The file at a path; a `NotSavedError` if a page cannot be saved there, or another file would be lost."""
        try:
            if (there := os.path.exists(leads_to(path))) and not _may_go(path):
                what = f"{called(path)} already exists and is not a page"
                raise NotSavedError(f"{what}; choose another name")
            with TemporaryFile(dir=leads_to(path).parent):
                return cls(path, there)
        except (OSError, ValueError) as error:
            raise _refused(path, error) from error

    def save(self, text: str) -> str:
        """Saves the page; a message that says so."""
        try:
            replace(self.path, text)
        except OSError as error:
            raise _refused(self.path, error) from error
        return f"saved the page in {called(self.path)}{', replacing the earlier one' if self.replaces else ''}"


def _may_go(path: Path) -> bool:
    with suppress(UnreadableError):
        return beginning_of(path, len(BEGINNING)).lower() in (b"", BEGINNING)
    return False


def _refused(path: Path, error: OSError | ValueError) -> NotSavedError:
    return NotSavedError(not_done(f"the page cannot be saved in {called(path)}", error))
