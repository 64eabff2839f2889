"""Checks the laws of a ruleset in random games with every number of players."""

from collections import Counter
from collections.abc import Collection, Iterator
from random import Random

from attrs import define, field

from rulespec.api import Ruleset, State
from rulespec.experiments.laws import LawWatch
from rulespec.pending import Decision

GAMES = 100  # for each number of players, by default, unless the games are long
DECISIONS = 10_000  # the bound for all games, by default: one or two seconds
NUMBERS = 8  # numbers of players that are tried if there are more


@define
class LawGames:
    """Random games in which laws are checked; they depend on the seed, and on the laws broken before."""

    rules: Ruleset
    games: int | None = None  # for each number of players; None for as many as take a second or two
    seed: int = 0
    looked: Counter[str] = field(factory=Counter, init=False)  # how often each law was checked
    played: Counter[int] = field(factory=Counter, init=False)  # games by the number of players
    decisions: Counter[int] = field(factory=Counter, init=False)

    def broken(self, laws: Collection[str]) -> Iterator[tuple[str, State]]:
        """Each law that is broken, once, with a state whose history breaks it."""
        left = list(laws)
        numbers = spread(self.rules.players)
        share = DECISIONS // len(numbers) if self.games is None else None
        for number in range(GAMES if self.games is None else self.games):
            for players in numbers:
                if not left:
                    return
                if share is None or self.decisions[players] < share:
                    yield from self._game(players, number, left, share)

    def _game(self, players: int, number: int, left: list[str], share: int | None) -> Iterator[tuple[str, State]]:
        """One game, up to the `share` of decisions of its number of players; laws that it breaks leave `left`."""
        game, random = self.rules.game(players), Random(f"{self.seed} {players} {number}").random
        watch = LawWatch(game, left)
        self.played[players] += 1
        state, broken = watch.begin(number % players, random)
        while True:
            if broken is not None:
                left.remove(broken.key)
                self.looked += watch.looked
                yield broken.key, state
                watch = LawWatch(game, left)
                broken = watch.look(state)
            elif isinstance(state.pending, Decision) and (share is None or self.decisions[players] < share):
                options = state.pending.options
                self.decisions[players] += 1
                state, broken = watch.apply(state, options[int(random() * len(options))], random)
            else:
                self.looked += watch.looked
                return


def spread(players: range) -> list[int]:
    """The numbers of players, or `NUMBERS` of them evenly spread from the fewest to the most."""
    if len(players) <= NUMBERS:
        return list(players)
    return sorted({players[round(index * (len(players) - 1) / (NUMBERS - 1))] for index in range(NUMBERS)})
