"""Populations of games: numbers of players, the seat that begins, and a seed for each game."""

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from random import Random

from attrs import frozen

NUMBERS = 8  # numbers of players that are tried if there are more


@frozen
class Deal:
    """A game before it begins: how many play, the seat that begins, and the seed of all chance."""

    players: int
    first: int
    seed: str

    @property
    def chance(self) -> Random:
        """The random numbers of the game, from the beginning."""
        return Random(self.seed)


def deals(numbers: Sequence[int], games: int, seed: int, purpose: str = "") -> Iterator[Deal]:
    """Deals for `games` games with each number of players, in turn; the seats take turns to begin.

    Experiments with different purposes and the same seed play different games.
    """
    behind = f" {purpose}" if purpose else ""
    for number in range(games):
        for players in numbers:
            yield Deal(players, number % players, f"{seed} {players} {number}{behind}")


def spread(players: range) -> list[int]:
    """The numbers of players, or `NUMBERS` of them evenly spread from the fewest to the most."""
    if len(players) <= NUMBERS:
        return list(players)
    return sorted({players[round(index * (len(players) - 1) / (NUMBERS - 1))] for index in range(NUMBERS)})


def game_seed(seed: int, game: int) -> int:
    """The seed of a numbered game: 56 bits hashed from that of the experiment, so that the seats' seeds have 64."""
    return int.from_bytes(blake2b(f"{seed} {game}".encode(), digest_size=7).digest(), "big")
