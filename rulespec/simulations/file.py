"""A simulation's file: its rows in a database of SQLite, which another run goes on with.

Chunks are written in order, each in a transaction: so the games in the file are the first so many, whenever a run was
interrupted, and its rows are the same whatever the chunks were.
"""

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from os import PathLike, fspath
from pathlib import Path

from attrs import frozen

from rulespec.errors import SimulationError, called, not_done
from rulespec.simulations.rows import COLUMNS, Rows
from rulespec.simulations.sites import Sites
from rulespec.tree.source import UnreadableError, beginning_of

_BEGINNING = b"SQLite format 3\0"
_ROOM = "make room there, end what else writes to it, or name another file"
AT_ONCE = 1000  # games that are read at once


@frozen
class SimulationFile:
    """A file that is open for the rows of one simulation."""

    path: str
    _database: sqlite3.Connection

    @property
    def games(self) -> int:
        """How many games there are."""
        count: int = self._database.execute("select count(*) from games").fetchone()[0]
        return count

    def write(self, first: int, rows: Rows) -> None:
        """The rows of the next games, all of them or none."""
        try:
            with self._database:
                self._database.execute("begin immediate")
                if self.games != first:
                    raise SimulationError(
                        f"{self.path} has {self.games} games, not {first}: another run has written to it meanwhile; "
                        "let only one run at a time have the file"
                    )
                for table, columns in COLUMNS.items():
                    places = ", ".join("?" * len(columns))
                    self._database.executemany(f"insert into {table} values ({places})", getattr(rows, table))
        except sqlite3.Error as error:
            raise SimulationError(
                f"{self.path} cannot be written ({error}): the first {first} games stay in it, and the same call goes "
                "on from there once it can"
            ) from error

    def read(self, games: int, players: int) -> Iterator[Rows]:
        """The rows of the first so many games, some at a time; what is only counted at the end, no decisions."""
        tables = (
            self._database.execute(f"select * from {each} order by rowid") for each in ("games", "seats", "rounds")
        )
        played, seats, rounds = tables
        for first in range(0, games, AT_ONCE):
            here = played.fetchmany(min(AT_ONCE, games - first))
            rounds_here = sum(row[4] for row in here)
            yield Rows(here, seats.fetchmany(players * len(here)), rounds.fetchmany(rounds_here), [], [], [], [])
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
        yield Rows([], [], [], uses.fetchall(), asked.fetchall(), worked.fetchall(), [])


def games_in(path: str | PathLike[str]) -> int:
    """How many games a simulation's file has; none if it has not come so far that there is one."""
    try:
        with closing(sqlite3.connect(f"{Path(path).absolute().as_uri()}?mode=ro", uri=True)) as database:
            count: int = database.execute("select count(*) from games").fetchone()[0]
            return count
    except sqlite3.Error:
        return 0


@contextmanager
def opened(path: str | PathLike[str], about: Mapping[str, str], sites: Sites) -> Iterator[SimulationFile]:
    """A simulation's file, which is made if it is not there yet; another simulation's is refused."""
    shown, is_new = called(fspath(path)), not _is_there(Path(path))
    try:
        database = sqlite3.connect(path, isolation_level=None)
    except sqlite3.Error as error:
        raise SimulationError(f"{shown} cannot be opened ({error}): name another file") from error
    try:
        try:
            tables = {name for (name,) in database.execute("select name from sqlite_master")}
            if not tables:
                _make(database, about, sites)
            elif "about" not in tables:
                raise SimulationError(f"{shown} is no file of a simulation: name another file")
            known = dict(database.execute("select what, is_ from about").fetchall())
        except sqlite3.OperationalError as error:
            database.close()
            if is_new and error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY and not os.path.getsize(path):
                os.unlink(os.path.realpath(path))  # nothing is in it, and no other run has just begun with it
            raise SimulationError(f"{shown} cannot be written ({error}): {_ROOM}") from error
        except sqlite3.Error as error:
            raise SimulationError(f"{shown} is no file of a simulation ({error}): name another file") from error
        differing = [each for each in {**about, **known} if about.get(each) != known.get(each)]
        if differing:
            said = "; ".join(f"{each} is {known.get(each)} there and {about.get(each)} here" for each in differing)
            raise SimulationError(f"{shown} holds another simulation ({said}): name another file")
        try:
            yield SimulationFile(shown, database)
        except sqlite3.Error as error:
            raise SimulationError(f"{shown} cannot be written or read ({error}): {_ROOM}") from error
    finally:
        database.close()


def _is_there(path: Path) -> bool:
    """Whether there is a file already, if it can be one of a simulation."""
    try:
        path.stat()
    except FileNotFoundError:
        if path.parent.is_dir():
            return False
        what = f"{called(path)} cannot be made, as there is no folder {called(path.parent)}"
        raise SimulationError(f"{what}: make it, or name another file") from None
    except (OSError, ValueError) as error:
        raise SimulationError(not_done(f"{called(path)} cannot be opened", error)) from error
    try:
        beginning = beginning_of(path, len(_BEGINNING))
    except UnreadableError as error:
        raise SimulationError(f"{called(path)} cannot be opened: {error.reason}; name another file") from error
    if beginning not in (b"", _BEGINNING):
        raise SimulationError(f"{called(path)} is no file of a simulation: name another file")
    return True


def _make(database: sqlite3.Connection, about: Mapping[str, str], sites: Sites) -> None:
    """The tables, and what is known before the first game."""
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
