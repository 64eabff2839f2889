"""What a search has found, whoever searches: an engine, or `agents` step by step."""

from typing import Protocol


class SearchTree(Protocol):
    """The tree of a search in some worlds, that all wait for the same decision."""

    @property
    def size(self) -> int: ...  # how many information states were met

    def simulate(self, games: int, /) -> None:
        """Plays so many games more in the worlds, in turn, and learns from them."""

    def tried(self) -> list[tuple[int, float]]:
        """The visits and total return of each option of the decision; empty if no game was played."""
