"""Many games of one plan that go on together, as an engine plays them."""

from typing import Any, Protocol


class Games(Protocol):
    """Many games that go on together, in parts that can be played at the same time; arrays tell how each stands."""

    def reset(self, seed: int | None, /) -> None:
        """Ends all games, so that they begin at the next step: with a seed the game i by the seed and i more."""

    def illegal(self, actions: Any, /) -> int:
        """The first game in which an action is not legal, or -1."""

    def step(self, actions: Any, part: int, /) -> None:
        """An action in each game of a part; those that are over begin anew."""

    def play_out(self, part: int, /) -> None:
        """Random actions to the end of each game of a part."""

    def pick(self, actions: Any, /) -> None:
        """Writes a random legal action for each game, and 0 where it is over."""

    def observe(self, seats: Any, into: Any, /) -> None:
        """Writes what a seat sees of each game."""

    def place(self, game: int, /) -> int:
        """The place in the plan where a game stands."""
