"""Amounts in words."""

from collections.abc import Iterable


def many(number: int, what: str) -> str:
    """A number with its noun: 1 game, 1,200 games."""
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def players(numbers: Iterable[int]) -> str:
    """Several numbers of players: 2 players, 3 to 5 players, 2 or 4 players."""
    *some, last = sorted(numbers)
    if not some:
        return many(last, "player")
    if some == list(range(some[0], last)):
        return f"{some[0]} to {last} players"
    return f"{', '.join(map(str, some))} or {last} players"
