"""A page that is saved in a file: whether it can be is said before the work, not after it."""

import os
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile

from attrs import frozen

from rulespec.errors import called, not_done
from rulespec.record.storage import leads_to, replace
from rulespec.tree.source import UnreadableError, beginning_of

BEGINNING = b"<!doctype html"  # of a file in whose place another page may be put


class NotSavedError(Exception):
    """The page cannot be saved in its file; the message says why, and what to do."""


@frozen
class PageFile:
    """Where a page is saved. One that is there already is replaced; a file that is no page is not."""

    path: Path
    replaces: bool

    @classmethod
    def at(cls, path: Path) -> "PageFile":
        """The file, if a page can be saved in it."""
        try:
            if (there := os.path.exists(leads_to(path))) and not _may_go(path):
                what = f"{called(path)} is there already, is no page, and is not overwritten"
                raise NotSavedError(f"{what}; name another file")
            with TemporaryFile(dir=leads_to(path).parent):
                return cls(path, there)
        except (OSError, ValueError) as error:
            raise _refused(path, error) from error

    def save(self, text: str) -> str:
        """Puts the page there, and says so."""
        try:
            replace(self.path, text)
        except OSError as error:
            raise _refused(self.path, error) from error
        return f"the page is in {called(self.path)}{', in place of the one that was there' if self.replaces else ''}"


def _may_go(path: Path) -> bool:
    with suppress(UnreadableError):
        return beginning_of(path, len(BEGINNING)).lower() in (b"", BEGINNING)
    return False


def _refused(path: Path, error: OSError | ValueError) -> NotSavedError:
    return NotSavedError(not_done(f"the page cannot be saved in {called(path)}", error))
