"""A game in play that is kept in a file, after each answer."""

from pathlib import Path

from attrs import define

from palast.streams import complain
from rulespec.errors import called
from rulespec.record import Record
from rulespec.record.folder import filed
from rulespec.suite.keeping import not_kept

KEPT = Path(".palast")  # where games that failed are kept, if nothing is said


class NotKeptError(Exception):
    """The game cannot be kept in its file; the message says why, and what to do."""


@define
class Keeper:
    """Keeps a game in a file, if there is one; a `new` file replaces none, unless it is the one that was `resumed`."""

    path: Path | None
    resumed: Path | None
    _begun: bool = False

    @property
    def _new(self) -> bool:
        return not self._begun and not (self.resumed and self.path and _is_same(self.path, self.resumed))

    def keep(self, record: Record) -> None:
        if self.path is None:
            return
        try:
            record.write(self.path, new=self._new)
        except FileExistsError:
            remedy = f"name another file, or go on with the game in it: palast play --resume {called(self.path)}"
            raise NotKeptError(f"{called(self.path)} is there already and is not overwritten; {remedy}") from None
        except (OSError, ValueError) as error:
            raise NotKeptError(not_kept(self.path, error)) from error
        self._begun = True

    def keep_somewhere(self, record: Record, folder: Path) -> None:
        """Keeps a game that nobody said where to keep, in a file of its own."""
        try:
            self.path, self._begun = filed(record, folder, record.rules.name), True
        except (OSError, ValueError) as error:
            complain(f"palast: {not_kept(folder, error)}")

    def keep_if_possible(self, record: Record) -> None:
        """A game in play goes on without its record; the file is as it was."""
        try:
            self.keep(record)
        except NotKeptError as error:
            complain(f"palast: {error}")


def _is_same(one: Path, other: Path) -> bool:
    return one == other or (one.exists() and one.samefile(other))
