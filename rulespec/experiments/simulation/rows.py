"""Rows: the records of games, as plain tuples for files and other processes."""

from typing import Any

from attrs import Factory, fields, frozen

GameRow = tuple[int, int, int, int, int, int, int, int, str, int | None, float | None]
SeatRow = tuple[int, int, int, float, int | None]
RoundRow = tuple[int, int, int | None, int, int, str | None, int | None]
UseRow = tuple[int, int, int]
AskedRow = tuple[int, int, int]
WorkedRow = tuple[int, str, int]
DecisionRow = tuple[int, int, int, int, int, int, str]


@frozen
class Rows:
    """The tables of some games, each a list of rows in the order of the games; see `COLUMNS`."""

    games: list[GameRow] = Factory(list)
    seats: list[SeatRow] = Factory(list)
    rounds: list[RoundRow] = Factory(list)
    uses: list[UseRow] = Factory(list)
    asked: list[AskedRow] = Factory(list)
    worked: list[WorkedRow] = Factory(list)
    decisions: list[DecisionRow] = Factory(list)

    def column(self, table: str, name: str) -> list[Any]:
        """The values of one column, row by row."""
        at = _PLACES[table, name]
        return [row[at] for row in getattr(self, table)]


# the columns of each table, as SQL declares them
COLUMNS: dict[str, tuple[str, ...]] = {
    "games": (
        "game integer primary key", "seed integer not null", "first integer not null", "turns integer not null",
        "rounds integer not null", "decisions integer not null", "forced integer not null", "draws integer not null",
        "ended text not null", "lead_changes integer", "led_since real",
    ),
    "seats": (
        "game integer not null", "seat integer not null", "won integer not null", "returned real not null",
        "score integer",
    ),
    "rounds": (
        "game integer not null", "round integer not null", "first integer", "turns integer not null",
        "decisions integer not null", "ended text", "seat integer",
    ),
    "uses": ("game integer not null", "use integer not null", "times integer not null"),
    "asked": ("game integer not null", "site integer not null", "times integer not null"),
    "worked": ("game integer not null", "block text not null", "turns integer not null"),
    "decisions": (
        "game integer not null", "decision integer not null", "turn integer not null", "seat integer not null",
        "site integer not null", "options integer not null", "answer text not null",
    ),
}  # fmt: skip
assert list(COLUMNS) == [each.name for each in fields(Rows)]
_PLACES = {(table, each.split()[0]): at for table, columns in COLUMNS.items() for at, each in enumerate(columns)}
