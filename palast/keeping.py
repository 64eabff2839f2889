"""Keeping a game in a file while it is played."""

from pathlib import Path

from attrs import define

from palast.streams import complain
from rulespec.experiments.suite.saved_game import not_kept
from rulespec.language.errors import called
from rulespec.records import Record
from rulespec.records.folder import filed


class NotKeptError(Exception):
    """The game cannot be written to its file; the message says why, and what to do."""


@define
class Keeper:
    """Writes a game to a file, if there is a path; only the file that was `resumed` may exist before."""

    path: Path | None
    resumed: Path | None
    _begun: bool = False

    @property
    def _new(self) -> bool:
        return not self._begun and not (self.resumed and self.path and _is_same(self.path, self.resumed))

    def keep(self, record: Record) -> None:
        """Writes the game; a `NotKeptError` if that fails."""
        if self.path is None:
            return
        try:
            record.write(self.path, new=self._new)
        except FileExistsError:
            remedy = f"choose another name, or continue the game in it: palast play --resume {called(self.path)}"
            raise NotKeptError(f"{called(self.path)} already exists; {remedy}") from None
        except (OSError, ValueError) as error:
            raise NotKeptError(not_kept(self.path, error)) from error
        self._begun = True

    def keep_somewhere(self, record: Record, folder: Path) -> None:
        """Writes a game without a path to a new file in a folder; complains if that fails."""
        try:
            self.path, self._begun = filed(record, folder, record.rules.name), True
        except (OSError, ValueError) as error:
            complain(f"palast: {not_kept(folder, error)}")

    def keep_if_possible(self, record: Record) -> None:
        """Writes the game; complains if that fails, and leaves the file as it was."""
        try:
            self.keep(record)
        except NotKeptError as error:
            complain(f"palast: {error}")


def _is_same(one: Path, other: Path) -> bool:
    return one == other or (one.exists() and one.samefile(other))
