"""Which of several shares is meant, by a player and a word: counted from 0, words after players."""

from collections.abc import Callable
from typing import Any

from rulespec.engine.python.machine import Machine

Value = Callable[[Machine, Any, Any], Any]


def cell(whose: Value | None, by: Value, words: tuple[int, ...]) -> Value:
    """The share of one player for one word, or of one word alone; None where one of both is none."""
    index, many = {word: at for at, word in enumerate(words)}, len(words)
    if whose is None:
        return lambda mc, own, it: index.get(by(mc, own, it))

    def which(mc: Machine, own: Any, it: Any) -> int | None:
        seat, at = whose(mc, own, it), index.get(by(mc, own, it))
        return None if seat is None or at is None else seat * many + at

    return which


def cells(whose: Value | None, by: Value, words: tuple[int, ...]) -> Value:
    """The shares of all of some players for all of some words."""
    index, many = {word: at for at, word in enumerate(words)}, len(words)

    def which(mc: Machine, own: Any, it: Any) -> tuple[int, ...]:
        seats = (0,) if whose is None else whose(mc, own, it)
        found = [at for word in by(mc, own, it) if (at := index.get(word)) is not None]
        return tuple([seat * many + at for seat in seats for at in found])

    return which
