"""A simulation's file: its rows in an SQLite database, which a later run can continue.

Chunks are written in order, each in a transaction. So an interrupted run leaves games 0 to N - 1, and the rows do not
depend on the size of the chunks.
"""

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from os import PathLike, fspath
from pathlib import Path

from attrs import frozen

from rulespec.experiments.simulation.rows import COLUMNS, Rows
from rulespec.experiments.simulation.sites import Sites
from rulespec.language.errors import SimulationError, called, not_done
from rulespec.language.tree.source import UnreadableError, beginning_of

_BEGINNING = b"SQLite format 3\0"
_ROOM = "free some space, stop other programs that write to it, or name another file"
AT_ONCE = 1000  # games read at a time


@frozen
class SimulationFile:
    """An open file with the rows of one simulation."""

    path: str
    _database: sqlite3.Connection

    @property
    def games(self) -> int:
        """The number of games in it."""
        count: int = self._database.execute("select count(*) from games").fetchone()[0]
        return count

    def write(self, first: int, rows: Rows) -> None:
        """Appends the rows of the games from number `first` on, in one transaction.

        A `SimulationError` where the file has another number of games, or cannot be written.
        """
        try:
            with self._database:
                self._database.execute("begin immediate")
                if self.games != first:
                    raise SimulationError(
                        f"{self.path} has {self.games} games instead of {first}: another run has changed it; use a "
                        "file in only one run at a time"
                    )
                for table, columns in COLUMNS.items():
                    places = ", ".join("?" * len(columns))
                    self._database.executemany(f"insert into {table} values ({places})", getattr(rows, table))
        except sqlite3.Error as error:
            raise SimulationError(
                f"cannot write {self.path} ({error}): it keeps the first {first} games; repeat the call to continue"
            ) from error

    def read(self, games: int, players: int) -> Iterator[Rows]:
        """The rows of the first `games` games, batch by batch; the tables of counts come last, already summed.

        Decisions are left out.
        """
        played, seats, rounds = (
            self._database.execute(f"select * from {each} order by rowid") for each in ("games", "seats", "rounds")
        )
        for first in range(0, games, AT_ONCE):
            here = played.fetchmany(min(AT_ONCE, games - first))
            rounds_here = sum(row[4] for row in here)
            yield Rows(here, seats.fetchmany(players * len(here)), rounds.fetchmany(rounds_here))
        uses, asked, worked = (
            self._database.execute(
                f"select 0, {what}, sum({times}) from {table} where game < ? group by {what}", (games,)
            )
            for table, what, times in (
                ("uses", "use", "times"),
                ("asked", "site", "times"),
                ("worked", "block", "turns"),
            )
        )
        yield Rows(uses=uses.fetchall(), asked=asked.fetchall(), worked=worked.fetchall())


def games_in(path: str | PathLike[str]) -> int:
    """The number of games in a simulation's file; 0 if there is no such file yet."""
    try:
        with closing(sqlite3.connect(f"{Path(path).absolute().as_uri()}?mode=ro", uri=True)) as database:
            count: int = database.execute("select count(*) from games").fetchone()[0]
            return count
    except sqlite3.Error:
        return 0


@contextmanager
def opened(path: str | PathLike[str], about: Mapping[str, str], sites: Sites) -> Iterator[SimulationFile]:
    """Opens or creates a simulation's file; a `SimulationError` if it holds another simulation or no simulation."""
    shown, is_new = called(fspath(path)), not _is_there(Path(path))
    try:
        database = sqlite3.connect(path, isolation_level=None)
    except sqlite3.Error as error:
        raise SimulationError(f"cannot open {shown} ({error}); name another file") from error
    try:
        try:
            tables = {name for (name,) in database.execute("select name from sqlite_master")}
            if not tables:
                _make(database, about, sites)
            elif "about" not in tables:
                raise SimulationError(f"{shown} is not a simulation file; name another file")
            known = dict(database.execute("select what, is_ from about").fetchall())
        except sqlite3.OperationalError as error:
            database.close()
            if is_new and error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY and not os.path.getsize(path):
                os.unlink(os.path.realpath(path))  # empty, and not locked by another run
            raise SimulationError(f"cannot write {shown} ({error}); {_ROOM}") from error
        except sqlite3.Error as error:
            raise SimulationError(f"{shown} is not a simulation file ({error}); name another file") from error
        differing = [each for each in {**about, **known} if about.get(each) != known.get(each)]
        if differing:
            said = "; ".join(f"{each} is {known.get(each)} there, {about.get(each)} here" for each in differing)
            raise SimulationError(f"{shown} contains another simulation ({said}); name another file")
        try:
            yield SimulationFile(shown, database)
        except sqlite3.Error as error:
            raise SimulationError(f"cannot read or write {shown} ({error}); {_ROOM}") from error
    finally:
        database.close()


def _is_there(path: Path) -> bool:
    """True if the file exists; a `SimulationError` if it cannot be a simulation's."""
    try:
        path.stat()
    except FileNotFoundError:
        if path.parent.is_dir():
            return False
        what = f"cannot create {called(path)}: folder {called(path.parent)} does not exist"
        raise SimulationError(f"{what}; create it, or name another file") from None
    except (OSError, ValueError) as error:
        raise SimulationError(not_done(f"cannot open {called(path)}", error)) from error
    try:
        beginning = beginning_of(path, len(_BEGINNING))
    except UnreadableError as error:
        raise SimulationError(f"cannot open {called(path)}: {error.reason}; name another file") from error
    if beginning not in (b"", _BEGINNING):
        raise SimulationError(f"{called(path)} is not a simulation file; name another file")
    return True


def _make(database: sqlite3.Connection, about: Mapping[str, str], sites: Sites) -> None:
    """Creates the tables, and fills in what is known before the first game."""
    with database:
        database.execute("begin immediate")
        for table, columns in COLUMNS.items():
            database.execute(f"create table {table} ({', '.join(columns)})")
        for table, known in (
            ("about", "what text primary key, is_ text not null"),
            ("sites", "site integer primary key, block text not null, asked text not null"),
            ("options", "option integer primary key, said text not null"),
            ("reasons", "ended text primary key, says text not null"),
        ):
            database.execute(f"create table {table} ({known})")
        database.executemany("insert into about values (?, ?)", about.items())
        database.executemany("insert into sites values (?, ?, ?)", [(pc, *said) for pc, said in sites.asked.items()])
        database.executemany("insert into options values (?, ?)", enumerate(sites.words))
        database.executemany("insert into reasons values (?, ?)", sites.reasons.items())
        database.execute(
            "create view used as select game, block, asked, said, times from uses "
            f"join sites on site = use / {len(sites.words)} join options on option = use % {len(sites.words)}"
        )
