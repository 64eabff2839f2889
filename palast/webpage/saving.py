"""A page that is saved in a file: whether it can be is said before the work, not after it."""

from pathlib import Path
from tempfile import TemporaryFile

from attrs import frozen

from rulespec.record.storage import replace

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
            if path.exists() and not _may_go(path):
                raise NotSavedError(f"{path} is there already, is no page, and is not overwritten; name another file")
            with TemporaryFile(dir=path.resolve().parent):
                return cls(path, path.exists())
        except (OSError, ValueError) as error:
            raise _refused(path, error) from error

    def save(self, text: str) -> str:
        """Puts the page there, and says so."""
        try:
            replace(self.path, text)
        except OSError as error:
            raise _refused(self.path, error) from error
        return f"the page is in {self.path}{', in place of the one that was there' if self.replaces else ''}"


def _may_go(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(BEGINNING)).lower() in (b"", BEGINNING)


def _refused(path: Path, error: OSError | ValueError) -> NotSavedError:
    why = getattr(error, "strerror", None) or error
    return NotSavedError(f"the page cannot be saved in {path}: {why}; name another file")
