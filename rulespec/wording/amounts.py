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


def share(some: int, of: int, what: str) -> str:
    """A part of several things: 12% of games where it is that much, else 1 in 230 games."""
    if some * 100 >= of:
        return f"{round(100 * some / of)}% of {what}"
    return f"1 in {_rounded(round(of / some)):,} {what}" if some else f"no {what}"


def _rounded(number: int) -> int:
    """A number with its first two digits."""
    return round(number, 2 - len(str(number)))
