"""The search for leaks: games are played at random to some state, and from there in two worlds."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle, islice
from random import Random

from attrs import define, field, frozen

from rulespec.engine.pending import Over
from rulespec.experiments.leaks.fork import Fork, fork_at, fork_of_offer
from rulespec.experiments.leaks.leak import Leak
from rulespec.experiments.leaks.two_worlds import TwoWorlds
from rulespec.experiments.loop import GameLoop, Stopped
from rulespec.experiments.rarity import Pick, rare
from rulespec.game.api import Ruleset, State
from rulespec.language.errors import BudgetExceededError

EFFORT = 100_000  # events compared in all, about two seconds
TRIALS = 1000  # at most: a small game is soon exhausted
BEFORE = 200  # at most, answers of players and of chance before the worlds part
AFTER = 10  # at most, answers of players in both worlds


@frozen
class ForkedGame:
    """A random game that forks into two worlds after `before` answers, and goes on for at most `after`.

    Or it forks at a `start`, and goes on `towards` a later state of its game first.
    """

    rules: Ruleset
    players: int
    before: int
    after: int
    seed: int
    why: bool = field(kw_only=True)
    start: State | None = field(default=None, kw_only=True)
    towards: State | None = field(default=None, kw_only=True)

    def leak(self) -> tuple[Leak | None, int]:
        """The leak, if there is one, and how many events were compared."""
        fork = self.fork()
        worlds = self._worlds(fork)
        leak = worlds.leak(self.after)
        return leak and self._with_few_cards(leak, fork), worlds.looked_through

    def fork(self) -> Fork:
        """The fork of this trial."""
        pick = self._pick("fork")
        if self.start is None:
            return fork_at(self._reached(), pick)
        if self.towards is not None and pick(2):
            return fork_of_offer(self.start, self.towards, pick)
        return fork_at(self.start, pick)

    def _worlds(self, fork: Fork) -> TwoWorlds:
        return fork.worlds(self._pick("worlds"), why=self.why, towards=self.towards)

    def _pick(self, purpose: str) -> Pick:
        """An independent random stream for each purpose."""
        chance = Random(f"{purpose} {self.seed}").random
        return lambda many: int(chance() * many)

    def _reached(self) -> State:
        """The state after `before` answers, or an earlier one if the game is over by then, or stops."""
        pick = self._pick("game")
        state = self.rules.new_game(self.players, pick(self.players))
        passed = []
        while not isinstance(state.pending, Over):
            passed.append(state)
            if len(passed) > self.before:
                break
            try:
                state = state.next(state.raws[pick(len(state.raws))])
            except BudgetExceededError:
                break
        if not passed:
            return state
        return rare(passed, pick) if pick(2) else passed[self.before % len(passed)]

    def _with_few_cards(self, leak: Leak, fork: Fork) -> Leak:
        """The leak with as few exchanged cards as still show it at the same clause."""
        cards = fork.cards
        alone = self._worlds(fork.of(())).leak(self.after) if cards else None
        if alone is not None and alone.clause == leak.clause:
            return alone  # a secret answer is enough
        for card in cards if len(cards) > 2 else ():
            fewer = tuple(each for each in cards if each != card)
            found = self._worlds(fork.of(fewer)).leak(self.after) if len(fewer) > 1 else None
            if found is not None and found.clause == leak.clause:
                leak, cards = found, fewer
        return leak


def find_leak(
    rules: Ruleset,
    players: int | Iterable[int] | None = None,
    *,
    effort: int = EFFORT,
    seed: int = 0,
    why: bool = False,
) -> Leak | None:
    """The first leak that `leaks` finds; None if it finds none."""
    return next(leaks(rules, players, effort=effort, seed=seed, why=why), None)


def leaks(
    rules: Ruleset,
    players: int | Iterable[int] | None = None,
    *,
    effort: int = EFFORT,
    seed: int = 0,
    why: bool = False,
) -> Iterator[Leak]:
    """The leaks that random games show, one for each statement that leaks.

    `players` are the numbers of players, by default all; `effort` bounds the events compared. With `why`, information
    on request (reasons, undo, possible hands of others) is also compared, which takes much longer.
    """
    search = LeakSearch.of(rules, players, effort=effort, seed=seed, why=why)
    return (leak for leak in search.run() if leak is not None)


@define(eq=False)
class LeakSearch(GameLoop[tuple[Leak | None, int], Leak | None]):
    """Random games that fork, alternating between the numbers of players.

    The news of each is the leak that it shows, if no game before showed it. The search stops once more than `effort`
    events are `compared`.
    """

    rules: Ruleset
    numbers: Sequence[int]  # of players
    effort: int
    seed: int
    why: bool = False
    compared: int = field(init=False, default=0)
    _known: set[object] = field(init=False, factory=set)  # the statements and places that leak

    @classmethod
    def of(
        cls, rules: Ruleset, players: int | Iterable[int] | None, *, effort: int, seed: int, why: bool = False
    ) -> "LeakSearch":
        """A search with some numbers of players, by default all."""
        numbers = [players] if isinstance(players, int) else sorted(players or rules.players)
        return cls(rules, numbers, effort, seed, why)

    def population(self) -> Iterator[tuple[ForkedGame]]:
        chance = Random(self.seed)
        for players in islice(cycle(self.numbers), TRIALS):
            before = chance.randrange(BEFORE)
            yield (ForkedGame(self.rules, players, before, AFTER, chance.getrandbits(32), why=self.why),)

    def observe(self, game: ForkedGame) -> tuple[Leak | None, int]:
        return game.leak()

    def judge(self, seen: tuple[Leak | None, int]) -> Iterator[Leak | None]:
        leak, looked_through = seen
        self.compared += looked_through
        place = None if leak is None else leak.clause.span
        statement = None if leak is None else (leak.clause.block, leak.clause.statement)
        yield None if statement in self._known or place in self._known else leak
        self._known |= {statement, place} - {None}

    def stops(self) -> Stopped | None:
        return super().stops() if self.compared <= self.effort else "games"
