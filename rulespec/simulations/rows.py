"""Rows: what is kept of games, as plain tuples that go to a file and from one process to another."""

from attrs import fields, frozen

GameRow = tuple[int, int, int, int, int, int, int, int, str, int | None, float | None]
SeatRow = tuple[int, int, int, float, int | None]
RoundRow = tuple[int, int, int | None, int, int, str | None, int | None]
UseRow = tuple[int, int, int]
AskedRow = tuple[int, int, int]
WorkedRow = tuple[int, str, int]
DecisionRow = tuple[int, int, int, int, int, int, str]


@frozen
class Rows:
    """What some games were like, in their order. Each list is a table: `COLUMNS` says what its columns are."""

    games: list[GameRow]
    seats: list[SeatRow]
    rounds: list[RoundRow]
    uses: list[UseRow]
    asked: list[AskedRow]
    worked: list[WorkedRow]
    decisions: list[DecisionRow]


# the columns of each table, as SQL declares them
COLUMNS: dict[str, tuple[str, ...]] = {
    "games": (
        "game integer primary key",
        "seed integer not null",
        "first integer not null",
        "turns integer not null",
        "rounds integer not null",
        "decisions integer not null",
        "forced integer not null",
        "draws integer not null",
        "ended text not null",
        "lead_changes integer",
        "led_since real",
    ),
    "seats": (
        "game integer not null",
        "seat integer not null",
        "won integer not null",
        "returned real not null",
        "score integer",
    ),
    "rounds": (
        "game integer not null",
        "round integer not null",
        "first integer",
        "turns integer not null",
        "decisions integer not null",
        "ended text",
        "seat integer",
    ),
    "uses": ("game integer not null", "use integer not null", "times integer not null"),
    "asked": ("game integer not null", "site integer not null", "times integer not null"),
    "worked": ("game integer not null", "block text not null", "turns integer not null"),
    "decisions": (
        "game integer not null",
        "decision integer not null",
        "turn integer not null",
        "seat integer not null",
        "site integer not null",
        "options integer not null",
        "answer text not null",
    ),
}
assert list(COLUMNS) == [each.name for each in fields(Rows)]
