"""Facts about the games of a hunt, beside its faults."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from attrs import frozen

from rulespec.experiments.hunt.coverage import Coverage
from rulespec.experiments.hunt.exploration import Exploration, GameTally
from rulespec.experiments.hunt.report import Fact
from rulespec.experiments.hunt.tracks import ASKED, DID, SETTLED
from rulespec.experiments.impact.quantiles import between
from rulespec.experiments.simulation import simulate
from rulespec.game.api import Ruleset
from rulespec.language.printer import show
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.node import walk
from rulespec.plan.picks import publicity
from rulespec.wording.amounts import players, share

MOST = 10  # that are told,
EACH = 4  # of each sort
LEAST = 100  # games from which on shares are told
LEVEL = 0.01  # of the intervals: how often one may miss
LIKELY = 0.02  # a part that is worth telling
LONGER = 0.1  # of the turns that a game takes, and
MEASURED = 100  # games for the length of a game
ENOUGH = 400  # games, from which on it is told that a layer makes games longer or shorter
SEEN = {
    "nobody": "seen by no player",
    "owner": "seen only by its owner",
    "others": "seen by all but its owner",
    "all": "seen by all players",
}


@frozen
class PlainGames:
    """The games of a hunt from which shares are computed, and those of the rules beneath the top layer."""

    rules: Ruleset
    explorings: Sequence[Exploration]
    beneath: Mapping[int, GameTally]
    seed: int

    @property
    def ends(self) -> Sequence[Exploration]:
        """Those with the smallest and with the largest number of players."""
        return self.explorings[:1] if len(self.explorings) == 1 else (self.explorings[0], self.explorings[-1])

    def coverage(self, exploration: Exploration) -> Coverage:
        """How often each clause ran with one number of players."""
        return Coverage(self.rules, [exploration.table], plainly=True)


def facts(
    rules: Ruleset, explorings: Sequence[Exploration], beneath: Mapping[int, GameTally], seed: int
) -> tuple[Fact, ...]:
    """The facts of a hunt, the news of the top layer first; none where the engine plays one game after another.

    How long games take is measured as in a simulation.
    """
    counted = [each for each in explorings if each.tally.games >= LEAST]
    if not counted:
        return ()
    games = PlainGames(rules, counted, beneath, seed)
    found = [fact for telling in _TELLING for fact in islice(telling(games), EACH)]
    return tuple(found[:MOST])


def _new_blocks(games: PlainGames) -> Iterator[Fact]:
    """How often the changes of the top layer run in a game, who decides there, and their effect."""
    if len(games.rules.composed.layers) < 2:
        return
    for key in sorted(games.rules.composed.changed_on_top):
        block = games.rules.resolved.blocks.get(key)
        if isinstance(block, d.Block) and block.body:
            for each in games.ends:
                yield Fact("new", f"with {players([each.players])}, {_new_block(games, each, block)}")


def _new_block(games: PlainGames, exploration: Exploration, block: d.Block) -> str:
    """The effect of a block with one number of players."""
    coverage, count = games.coverage(exploration), exploration.tally.games
    begun = coverage.begun(block.key)
    if not begun:
        return f"'{block.key}' never happened in {count:,} random games"
    told = f"'{block.key}' happened {_times(begun, count)}"
    asking = [node for node in walk(block) if isinstance(node, s.Choose | s.May)]
    if asked := sum(coverage.times(node, ASKED, SETTLED) for node in asking):
        told += f", and asked a player {_times(asked, count)}"
    effects = [
        node for node in walk(block) if isinstance(node, s.Effect) and node.acts and not isinstance(node, s.Choose)
    ]
    done = max(effects, key=lambda each: coverage.times(each, DID), default=None)
    if done is not None and (most := coverage.times(done, DID)):
        told += f"; '{show(done)}'{_sight(games.rules, done)} had an effect {_times(most, count)}"
    return told


def _sight(rules: Ruleset, effect: s.Effect) -> str:
    """Who sees the cards at the target of an effect."""
    to = getattr(effect, "to", None)
    if not isinstance(to, e.InZone):
        return ""
    zone = rules.resolved.blocks[d.key(d.Zone, to.zone)]
    assert isinstance(zone, d.Zone)
    return f" ({SEEN[zone.seen_by]})"


def _times(some: int, games: int) -> str:
    """How often: so many times a game, or once in so many games."""
    if some * 10 >= games * 9:
        return f"{some / games:.1f} times a game"
    return f"once in {games / some:,.1f} games" if some else "in no game"


def _one_after_another(games: PlainGames) -> Iterator[Fact]:
    """Blocks in which all choose one after another, and the knowledge of those who choose later."""
    for key, block in games.rules.resolved.blocks.items():
        if not isinstance(block, d.Block) or (len(games.rules.composed.layers) > 1 and not _is_new(games.rules, key)):
            continue
        together = {id(each) for node in walk(block) if isinstance(node, s.Together) for each in walk(node)}
        for node in walk(block):
            chosen = [each for each in walk(node) if isinstance(each, s.Choose)] if isinstance(node, s.ForEach) else []
            several = isinstance(node, s.ForEach) and e.kind_of(node.players).many
            if isinstance(node, s.ForEach) and several and chosen and id(node) not in together:
                public = any(all(publicity(each, games.explorings[0].table.game.material)) for each in chosen)
                learn = "earlier choices" if public else "only that others have chosen"
                yield Fact(
                    "order", f"in '{key}', {show(node.players)} choose one after another; later players learn {learn}"
                )


def _is_new(rules: Ruleset, key: str) -> bool:
    return key in rules.composed.changed_on_top


def _beside(games: PlainGames) -> Iterator[Fact]:
    """The difference to the rules beneath the top layer: the length of games."""
    top = games.rules.composed.layers[-1].name
    for each in games.explorings:
        here, there = each.tally, games.beneath.get(each.players)
        if there is None or min(here.games, there.games) < ENOUGH or here.left or there.left:
            continue  # those that were left are the longest
        turns, before = here.turns / here.games, there.turns / there.games
        if abs(turns - before) > LONGER * before:
            yield Fact(
                "beside",
                f"with {players([each.players])}, a game takes {turns:.0f} turns; without '{top}', {before:.0f}",
            )


def _seats(games: PlainGames) -> Iterator[Fact]:
    """The player who wins more often than if the first player had no advantage."""
    for each in games.explorings:
        tally, count = each.tally, len(each.tally.wins)
        won = sum(tally.wins)
        for seat, wins in enumerate(tally.wins):
            if won < LEAST:
                continue
            low, high = between(wins, won, LEVEL)
            if low > 1 / count + LIKELY or high < 1 / count - LIKELY:
                who = "last" if seat == count - 1 else _NTH[seat]
                share_of = f"{100 * wins / won:.0f}% of all wins"
                how = f"{share_of} ({100 * low:.0f} to {100 * high:.0f}%; an equal share is {100 / count:.0f}%)"
                yield Fact("seats", f"with {players([count])}, the {who} player has {how}")
                break


_NTH = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh")


def _reasons(games: PlainGames) -> Iterator[Fact]:
    """By which reasons games and rounds end."""
    for what in ("game", "round"):
        reasons = [each for each in games.rules.resolved.of(d.Reason) if each.key.startswith(what)]
        for exploration in games.ends:
            coverage = games.coverage(exploration)
            times = {each.key: coverage.begun(each.key) for each in reasons}
            total = sum(times.values())
            if len(reasons) > 1 and total:
                parts = sorted(times, key=lambda key: -times[key])
                said = ", ".join(f"{share(times[key], total, what + 's')} end with '{key}'" for key in parts)
                yield Fact("ends", f"with {players([exploration.players])}, {said}")


def _shortages(games: PlainGames) -> Iterator[Fact]:
    """Draws and moves that get fewer cards than declared."""
    most: dict[tuple[str, str], tuple[float, int, int, int]] = {}
    for each in games.explorings:
        for where, short, times in each.shortages():
            most[where] = max(most.get(where, (0.0, 0, 0, 0)), (short / times, short, times, each.players))
    for (block, said), (_, short, times, count) in most.items():
        part = share(short, times, "cases")
        yield Fact("short", f"with {players([count])}, '{said}' in '{block}' gets too few cards in {part}")


def _course(games: PlainGames) -> Iterator[Fact]:
    """How long games are, and how much of them is decided by players."""
    explorings = games.explorings
    for each in games.ends:
        found = simulate(games.rules, "random", MEASURED, games.seed, players=each.players)
        said = f"with {players([each.players])}, a game takes {found.turns.mean:.0f} turns"
        said += f" and {found.decisions.mean:.0f} decisions"
        forced, asked = int(found.forced.total), int(found.decisions.total)
        yield Fact(
            "course", said + (f"; {share(forced, asked, 'these')} have only one answer" if _part(forced, asked) else "")
        )
    idle = [each for each in explorings if _part(each.tally.unasked, each.tally.turns)]
    if idle:
        most = max(idle, key=lambda each: each.tally.unasked / each.tally.turns)
        part = share(most.tally.unasked, most.tally.turns, f"turns with {players([most.players])}")
        yield Fact("idle", f"in {part}, no player has a decision")


def _victories(games: PlainGames) -> Iterator[Fact]:
    """Shared victories."""
    shared = max(games.explorings, key=lambda each: each.tally.shared / each.tally.games)
    if _part(shared.tally.shared, shared.tally.games):
        part = share(shared.tally.shared, shared.tally.games, f"games with {players([shared.players])}")
        yield Fact("shared", f"{part} have several winners")


def _part(some: int, of: int) -> bool:
    return of > 0 and some >= LIKELY * of


Telling = Callable[[PlainGames], Iterable[Fact]]
_TELLING: tuple[Telling, ...] = (
    _new_blocks, _beside, _one_after_another, _shortages, _seats, _reasons, _victories, _course,
)  # fmt: skip
