"""Laws tried in many fresh games, by the engine that also checks declared laws."""

from collections.abc import Callable, Collection, Iterator, Mapping
from random import Random

from attrs import define, field, frozen

from rulespec.engine.game import Game
from rulespec.engine.python.explorer import Explorer, effort
from rulespec.engine.python.snapshot import Snapshot
from rulespec.experiments.explorers import explorer_of, opening
from rulespec.experiments.loop import Batch, GameLoop
from rulespec.experiments.population import spread
from rulespec.experiments.suite.law_games import BrokenLaw, LawGames
from rulespec.game.api import Ruleset, State

DECISIONS = 3_300_000  # at most, where the engine plays by itself
AT_FIRST, AT_ONCE = 500, 10_000  # decisions from one deal
RARE = 40  # states at which something rare happened, from each of which games go on
FROM_RARE = 1_500  # decisions from each
LONGEST = 20_000  # decisions after which a game is left

Explored = tuple[tuple[int, int, int, int], list[tuple[Snapshot, tuple[int, ...]]], list[tuple[int, Snapshot]]]


@frozen
class Tried:
    """In how many fresh games laws were looked at, and for each that failed a state whose history breaks it."""

    broken: Mapping[str, State] = field(repr=False)
    games: Mapping[int, int]  # by the number of players
    decisions: int

    @property
    def played(self) -> int:
        return sum(self.games.values())


def tried(rules: Ruleset, laws: Collection[str], games: int, seed: int, decisions: int = DECISIONS) -> Tried:
    """Looks at some laws in fresh games, about so many in all, or as many as so many decisions allow.

    In every second batch each answer is as likely as another; in the others players have habits. Some more games go on
    from where something rare happened. Where the engine does not play by itself, they are as many as of laws that are
    tested by themselves.
    """
    numbers = spread(rules.players)
    trials = list[_FreshGames]()
    for players in numbers:
        made = explorer_of(rules.game(players), laws)
        if made is None:
            one_by_one = LawGames(rules, None, seed)
            broken = dict(one_by_one.broken(laws))
            return Tried(broken, dict(one_by_one.played), one_by_one.decisions.total())
        share = -(-games // len(numbers)), decisions // len(numbers)
        trials.append(_FreshGames(rules, rules.game(players), *made, *share, seed))
    broken = {}
    for each in trials:
        for law, state in each.run():
            broken.setdefault(law, state)
    return Tried(broken, {each.game.players: each.played for each in trials}, sum(each.made for each in trials))


@define(eq=False)
class _FreshGames(GameLoop[Explored, BrokenLaw]):
    """The games with one number of players, from deals and then from states at which something rare happened."""

    rules: Ruleset
    game: Game
    explorer: Explorer
    laws: Mapping[int, str]
    games: int
    decisions: int
    seed: int
    played: int = field(init=False, default=0)
    made: int = field(init=False, default=0)  # decisions from deals
    _work: int = field(init=False, default=0)
    _first: dict[int, Snapshot] = field(init=False, factory=dict)  # the state at which each mark was first met
    _rare: bool = field(init=False, default=False)

    def population(self) -> Iterator[Batch]:
        game = self.game
        chance = Random(f"{self.seed} {game.players} fresh")
        random, batches = game.engine.numbers(chance.getrandbits(64)), 0
        while self.played < self.games and (spent := effort(self.made, self._work)) < self.decisions:
            seat, has_habits = batches % game.players, batches // game.players % 2 == 1
            at_once = min(_wanted(self.made, self.played, self.games), self.decisions - spent)
            start = self.rules.new_game(game.players, seat).snapshot
            yield start, opening(game, seat), random, at_once, LONGEST, has_habits, False, False
            batches += 1
        self._rare = True
        for start in self._rarest():
            yield start, None, random, FROM_RARE, LONGEST, True, False, False

    @property
    def task(self) -> Callable[..., Explored]:
        return self.explorer.games

    def judge(self, seen: Explored) -> Iterator[BrokenLaw]:
        (played, made, _, work), found, failed = seen
        if not self._rare:
            self.played, self.made, self._work = self.played + played, self.made + made, self._work + work
            self._first.update((mark, snapshot) for snapshot, marks in found for mark in marks)
        return ((self.laws[number], State(self.game, snapshot)) for number, snapshot in failed)

    def _rarest(self) -> list[Snapshot]:
        """States at which something happened for the first time that hardly ever happened again."""
        counts = memoryview(self.explorer.counts()).cast("Q")
        going_on = [mark for mark, snapshot in self._first.items() if snapshot.raws]
        rarest = sorted(going_on, key=lambda mark: (counts[mark], mark))
        return list(dict.fromkeys(self._first[mark] for mark in rarest))[:RARE]


def _wanted(made: int, played: int, share: int) -> int:
    """How many decisions to make from the next deal, when there are to be about so many games."""
    return max(1, min(AT_ONCE, made * (share - played) // played if played else AT_FIRST))
