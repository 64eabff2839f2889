"""Two rulesets compared: block by block, and by the shortest game found on which they part."""

from time import process_time

from attrs import field, frozen

from rulespec.api import Ruleset, State
from rulespec.comparisons.blocks import Block, Blocks, Order, blocks
from rulespec.comparisons.grounds import grounds
from rulespec.comparisons.search import GAMES, Search
from rulespec.comparisons.trial import Trial, Trials
from rulespec.failures import shortest_attempt
from rulespec.history import answers
from rulespec.lockstep import Lockstep, Pair, Parting, parting
from rulespec.record import Comment, Record

FEW = 20  # games where no rule is different


@frozen
class Parted:
    """A game by the one ruleset that ends where the same game by the other is another one."""

    state: State
    parting: Parting
    because: tuple[Block | Order, ...]  # what they say differently, of what the rules there make use of

    @property
    def record(self) -> Record:
        """The game, with a comment at its end that says how they part."""
        said = f"here they part: {self.parting.one} / {self.parting.other}"
        return Record(self.state, comments=(Comment(len(answers(self.state)), said),))


@frozen
class Differences:
    """What is different in two rulesets. `parted` is None if `games` games by both were the same.

    Without a number of `players` that both allow, none is played. `cut` says whether the time was over before all were.
    """

    one: Ruleset = field(repr=False)
    other: Ruleset = field(repr=False)
    blocks: Blocks
    cards: tuple[tuple[str, ...], tuple[str, ...]]  # those that only the one has, and those that only the other has
    players: tuple[int, ...]
    games: int
    parted: Parted | None
    cut: bool

    @property
    def alike(self) -> bool:
        """Whether all blocks say the same, and no game was different."""
        return self.blocks.alike and self.parted is None


def compare(
    one: Ruleset, other: Ruleset, *, games: int = GAMES, seconds: float | None = None, seed: int = 0
) -> Differences:
    """Two rulesets block by block, and played in step until a game is found on which they part, made short.

    The same seed finds the same game; the search may end after so many `seconds` of the processor's time.
    """
    search, said = Search(one, other, seed), blocks(one, other)
    played = said.orders or any(each.sort == "rule" for each in said.different)
    until = None if seconds is None else process_time() + seconds
    most = games if played else min(games, FEW)
    found = search.short(most, until)
    players = search.players
    steps = [Lockstep.of(one.game(count), other.game(count)) for count in players[:1]]
    lacking = steps[0].between.lacking if steps else ([], [])
    cards = tuple(lacking[0]), tuple(lacking[1])
    parted = None if found is None else _parted(found, said)
    cut = found is None and bool(players) and search.played < most
    return Differences(one, other, said, cards, players, search.played, parted, cut)


def _parted(found: Pair, said: Blocks) -> Parted:
    """A game that parts, made short."""
    trials = Trials(found.other.rules)
    trial = shortest_attempt(found.one, trials.begin)
    assert isinstance(trial, Trial)
    pair = trial.pair
    parts = None if pair is None else parting(pair)
    assert parts is not None
    return Parted(trial.state, parts, grounds(found.one.rules, found.other.rules, parts, said))
