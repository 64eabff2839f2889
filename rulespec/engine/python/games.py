"""Many games of one plan that go on together, as an engine plays them."""

from typing import Any, Protocol

from rulespec.engine.python.snapshot import Snapshot

KeptGame = tuple[Snapshot, tuple[int, ...], bytes, int]
"""A game, the actions so far of an answer, the state of its `random.Random`, and that of its random actions."""


class Games(Protocol):
    """Many games that go on together; arrays tell how each stands."""

    def reset(self, seed: int | None, /) -> None:
        """Ends all games, so that they begin at the next step: with a seed the game i by the seed and i more."""

    def illegal(self, actions: Any, /) -> int:
        """The first game in which an action is not legal, or -1."""

    def step(self, actions: Any, /) -> None:
        """An action in each game; those that are over begin anew."""

    def play_out(self) -> None:
        """Random actions to the end of each game."""

    def pick(self, actions: Any, /) -> None:
        """Writes a random legal action for each game, and 0 where it is over."""

    def observe(self, seats: Any, into: Any, /) -> None:
        """Writes what a seat sees of each game."""

    def kept(self, game: int, /) -> KeptGame:
        """Everything that decides how a game goes on."""

    def restore(
        self, game: int, position: Any, dirty: int, turns: int, so_far: tuple[int, ...], chance: bytes, picks: int, /
    ) -> None:
        """Puts a game where it was kept, by this engine or another one."""

    def place(self, game: int, /) -> int:
        """The place in the plan where a game stands."""
