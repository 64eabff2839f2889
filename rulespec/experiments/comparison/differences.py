"""Two rulesets compared: block by block, and by a short game in which they diverge."""

from attrs import field, frozen

from rulespec.engine.pending import Option
from rulespec.experiments.comparison.blocks import ComparedBlock, ComparedBlocks, Order, blocks
from rulespec.experiments.comparison.grounds import grounds
from rulespec.experiments.comparison.lockstep_search import GAMES, LockstepSearch
from rulespec.experiments.failures import shortest_attempt
from rulespec.experiments.loop import Budget
from rulespec.game.api import Ruleset, State
from rulespec.game.history import answers
from rulespec.language.errors import require_type
from rulespec.records import Comment, Record
from rulespec.records.lockstep import Pair, Parting, parting

FEW = 20  # games that are played where all rules are equal


@frozen
class Parted:
    """A game by the first ruleset, up to where the same game by the other one diverges."""

    state: State
    parting: Parting
    because: tuple[ComparedBlock | Order, ...]  # the differing blocks that the rules there use

    @property
    def record(self) -> Record:
        """The game, with a comment at its end on how they diverge."""
        said = f"the games differ from here: {self.parting.one} / {self.parting.other}"
        return Record(self.state, comments=(Comment(len(answers(self.state)), said),))


@frozen
class Differences:
    """The differences of two rulesets. `parted` is None if all `games` games were the same under both.

    No game is played if no number of `players` is allowed by both. `cut` is True if the time ended before all games
    were played.
    """

    one: Ruleset = field(repr=False)
    other: Ruleset = field(repr=False)
    blocks: ComparedBlocks
    cards: tuple[tuple[str, ...], tuple[str, ...]]  # those that only the first has, and those that only the second has
    players: tuple[int, ...]
    games: int
    parted: Parted | None
    cut: bool

    @property
    def alike(self) -> bool:
        """True if all blocks are equal, and no game diverged."""
        return self.blocks.alike and self.parted is None


def compare(
    one: Ruleset, other: Ruleset, *, games: int = GAMES, seconds: float | None = None, seed: int = 0
) -> Differences:
    """Compares two rulesets block by block, and plays up to `games` games under both until one diverges.

    The diverging game is shortened. The same seed finds the same game, unless the search ends after `seconds` of
    processor time.
    """
    for name, rules in (("one", one), ("other", other)):
        require_type(name, rules, Ruleset, "a Ruleset")
    require_type("games", games, int, "a number of games (an int)")
    require_type("seed", seed, int, "a seed (an int)")
    search, said = LockstepSearch(one, other, seed, budget=Budget(seconds)), blocks(one, other)
    played = said.orders or any(each.sort == "rule" for each in said.different)
    most = games if played else min(games, FEW)
    found = search.short(most)
    players = search.players
    mine, theirs = search.step(players[0]).between.lacking if players else ([], [])
    parted = None if found is None else _parted(search, found, said)
    cut = found is None and bool(players) and search.played < most
    return Differences(one, other, said, (tuple(mine), tuple(theirs)), players, search.played, parted, cut)


def _parted(search: LockstepSearch, found: Pair, said: ComparedBlocks) -> Parted:
    """A game that diverges, made short."""

    def begin(first: State) -> PairedGame:
        if first.players not in search.players:
            return PairedGame(first, None)
        pair = search.step(first.players).beginning(first)
        return PairedGame(pair.one, pair)

    trial = shortest_attempt(found.one, begin)
    assert isinstance(trial, PairedGame)
    pair = trial.pair
    parts = None if pair is None else parting(pair)
    assert parts is not None
    return Parted(trial.state, parts, grounds(found.one.rules, found.other.rules, parts, said))


@frozen(eq=False)
class PairedGame:
    """A game by the first ruleset, as a pair with the same game by the other while that can be played."""

    state: State
    pair: Pair | None

    @property
    def failed(self) -> bool:
        return self.pair is not None and self.pair.failed

    def after(self, option: Option) -> "PairedGame":
        if self.pair is not None and self.pair.offers(option):
            pair = self.pair.after(option)
            return PairedGame(pair.one, pair)
        return PairedGame(self.state.apply(option), None)
