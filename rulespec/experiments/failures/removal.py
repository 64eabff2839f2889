"""Shorter games by removing rounds, turns or answers, large parts first (delta debugging)."""

from collections.abc import Callable

from rulespec.experiments.failures.search import LocalSearch

Part = tuple[int, int]  # a range of moves


def fewer_rounds(search: LocalSearch) -> None:
    """Removes rounds."""
    _fewer(search, lambda: search.best.parts(rounds=True))


def fewer_turns(search: LocalSearch) -> None:
    """Removes turns."""
    _fewer(search, lambda: search.best.parts(rounds=False))


def fewer_answers(search: LocalSearch) -> None:
    """Removes answers of players, each with the draws that follow it."""
    _fewer(search, lambda: search.best.answers())


def _fewer(search: LocalSearch, parts_of: Callable[[], list[Part]]) -> None:
    """Keeps the shortest tail that still fails, by doubling; then removes parts of half the length, a quarter, ..."""
    parts = parts_of()
    last = 1
    while last < len(parts):
        if search.shorter(search.best.moves[parts[-last][0] :], removed=True):
            break
        last *= 2
    size = len(parts := parts_of()) // 2
    while size:
        at = 0
        while at < len(parts):
            moves, start, end = search.best.moves, parts[at][0], parts[min(at + size, len(parts)) - 1][1]
            if search.shorter((*moves[:start], *moves[end:]), removed=True):
                parts = parts_of()
            else:
                at += size
        size = min(size, len(parts)) // 2
