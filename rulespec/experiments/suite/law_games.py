"""Checks the laws of a ruleset in random games with every number of players."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from attrs import define, field

from rulespec.engine.pending import Decision
from rulespec.experiments.laws import LawWatch
from rulespec.experiments.loop import GameLoop, Stopped
from rulespec.experiments.population import Deal, deals, spread
from rulespec.game.api import Ruleset, State

GAMES = 100  # for each number of players, by default, unless the games are long
DECISIONS = 10_000  # the bound for all games, by default: one or two seconds

BrokenLaw = tuple[str, State]  # its key, and a state whose history breaks it


@define(eq=False)
class LawGames(GameLoop[Iterator[BrokenLaw], BrokenLaw]):
    """Random games in which laws are checked; they depend on the seed, and on the laws broken before."""

    rules: Ruleset
    games: int | None = None  # for each number of players; None for as many as take a second or two
    seed: int = 0
    looked: Counter[str] = field(factory=Counter, init=False)  # how often each law was checked
    played: Counter[int] = field(factory=Counter, init=False)  # games by the number of players
    decisions: Counter[int] = field(factory=Counter, init=False)
    _laws: list[str] = field(factory=list, init=False)  # those not broken yet
    _numbers: list[int] = field(init=False)

    @_numbers.default
    def _some(self) -> list[int]:
        return spread(self.rules.players)

    def broken(self, laws: Collection[str]) -> Iterator[BrokenLaw]:
        """Each law that is broken, once, with a state whose history breaks it."""
        self._laws = list(laws)
        return self.run()

    def population(self) -> Iterator[tuple[Deal]]:
        for deal in deals(self._numbers, GAMES if self.games is None else self.games, self.seed):
            if self._goes_on(deal.players):
                yield (deal,)

    def observe(self, deal: Deal) -> Iterator[BrokenLaw]:
        game, random = self.rules.game(deal.players), deal.chance.random
        watch = LawWatch(game, self._laws)
        self.played[deal.players] += 1
        state, broken = watch.begin(deal.first, random)
        while True:
            if broken is not None:
                self._laws.remove(broken.key)
                self.looked += watch.looked
                yield broken.key, state
                watch = LawWatch(game, self._laws)
                broken = watch.look(state)
            elif isinstance(state.pending, Decision) and self._goes_on(deal.players):
                options = state.pending.options
                self.decisions[deal.players] += 1
                state, broken = watch.apply(state, options[int(random() * len(options))], random)
            else:
                self.looked += watch.looked
                return

    def judge(self, seen: Iterator[BrokenLaw]) -> Iterable[BrokenLaw]:
        return seen

    def stops(self) -> Stopped | None:
        return super().stops() if self._laws else "games"

    def _goes_on(self, players: int) -> bool:
        """True if more decisions may be made with a number of players."""
        return self.games is not None or self.decisions[players] < DECISIONS // len(self._numbers)
