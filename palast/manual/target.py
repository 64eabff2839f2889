"""The folder of the site: an empty one, or one that was written before, of which other files stay as they are."""

import os
import shutil
from pathlib import Path

from attrs import frozen

from rulespec.language.errors import called, not_done

MARK = ".palast-manual"  # the file that lists what was written


class NoSiteError(Exception):
    """The site is not written; the message says why, and what to do."""


@frozen
class Target:
    """A folder that the site may be written to."""

    folder: Path

    @classmethod
    def at(cls, folder: Path) -> "Target":
        """The folder at a path, made if there is none; a `NoSiteError` if it holds something else."""
        try:
            if os.path.lexists(folder) and not folder.is_dir():
                raise NoSiteError(f"{called(folder)} already exists and is not a folder; choose another name")
            folder.mkdir(parents=True, exist_ok=True)
            if any(folder.iterdir()) and not (folder / MARK).is_file():
                what = f"{called(folder)} is not empty and was not written by this command"
                raise NoSiteError(f"{what}; choose another folder, or empty this one")
        except (OSError, ValueError) as error:
            raise _refused(folder, error) from error
        return cls(folder)

    def fill(self, made: Path) -> None:
        """Puts the files of another folder in the place of those that were written before."""
        names = sorted(path.relative_to(made).as_posix() for path in made.rglob("*") if path.is_file())
        mark = self.folder / MARK
        try:
            for name in mark.read_text("utf-8").splitlines() if mark.is_file() else ():
                if self.folder.resolve() in (self.folder / name).resolve().parents:
                    (self.folder / name).unlink(missing_ok=True)
            mark.write_text("".join(f"{name}\n" for name in names), "utf-8")
            for name in names:
                (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(made / name, self.folder / name)
        except (OSError, ValueError) as error:
            raise _refused(self.folder, error) from error


def _refused(folder: Path, error: OSError | ValueError) -> NoSiteError:
    return NoSiteError(not_done(f"the site cannot be written to {called(folder)}", error))
