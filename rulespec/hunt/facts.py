"""Facts beside faults: what the games of a hunt were like."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from rulespec.api import Ruleset
from rulespec.hunt.coverage import Coverage
from rulespec.hunt.exploring import Exploring
from rulespec.hunt.fact import Fact
from rulespec.hunt.tracks import ASKED, SETTLED
from rulespec.impacts.quantiles import between
from rulespec.narration.amounts import players, share
from rulespec.tree import declarations as d
from rulespec.tree import statements as s
from rulespec.tree.node import walk

MOST = 10  # that are told
LEAST = 100  # games from which on shares are told
LEVEL = 0.01  # of the intervals: how often one may miss
LIKELY = 0.02  # a part that is worth telling


def facts(rules: Ruleset, explorings: Sequence[Exploring]) -> tuple[Fact, ...]:
    """The facts of a hunt, what is new in the top layer first; none where the engine plays one game after another."""
    counted = [each for each in explorings if each.tally.games >= LEAST]
    if not counted:
        return ()
    found = [fact for telling in _TELLING for fact in telling(rules, counted)]
    return tuple(found[:MOST])


def _new_blocks(rules: Ruleset, explorings: Sequence[Exploring]) -> Iterator[Fact]:
    """How often a game what the top layer changes comes about, and who is asked there."""
    if len(rules.composed.layers) < 2:
        return
    coverage = Coverage(rules, [each.table for each in explorings])
    games = sum(each.games for each in explorings)
    for key in sorted(rules.composed.changed_on_top):
        block = rules.resolved.blocks.get(key)
        if isinstance(block, d.Block):
            begun = coverage.begun(key)
            asked = sum(
                coverage.times(node, ASKED, SETTLED) for node in walk(block) if isinstance(node, s.Choose | s.May)
            )
            also = f", and asked somebody {_times(asked, games)}" if asked else ""
            yield Fact("new", f"'{key}' came about {_times(begun, games)}{also}")


def _times(some: int, games: int) -> str:
    """How often, for each game or in how many games."""
    if some >= games:
        return f"{some / games:.1f} times a game"
    return f"in {share(some, games, 'games')}"


def _seats(rules: Ruleset, explorings: Sequence[Exploring]) -> Iterator[Fact]:
    """Who wins more often than he should if it made no difference who begins."""
    for each in explorings:
        tally, count = each.tally, len(each.tally.wins)
        won = sum(tally.wins)
        for seat, wins in enumerate(tally.wins):
            if won < LEAST:
                continue
            low, high = between(wins, won, LEVEL)
            if low > 1 / count + LIKELY or high < 1 / count - LIKELY:
                who = "who begins" if seat == 0 else "who comes last" if seat == count - 1 else f"who is {_NTH[seat]}"
                share_of = f"{100 * wins / won:.0f} % of victories"
                how = f"{share_of} ({100 * low:.0f} to {100 * high:.0f} %; alike would be {100 / count:.0f} %)"
                yield Fact("seats", f"with {players([count])}, {who} has {how}")
                break


_NTH = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh")


def _reasons(rules: Ruleset, explorings: Sequence[Exploring]) -> Iterator[Fact]:
    """By which reasons games and rounds end."""
    coverage = Coverage(rules, [each.table for each in explorings])
    for what in ("game", "round"):
        reasons = [each for each in rules.resolved.of(d.Reason) if each.key.startswith(what)]
        times = {each.key: coverage.begun(each.key) for each in reasons}
        total = sum(times.values())
        if len(reasons) > 1 and total:
            parts = sorted(times, key=lambda key: -times[key])
            said = ", ".join(f"{share(times[key], total, what + 's')} end by '{key}'" for key in parts)
            yield Fact("ends", said)


def _shortages(rules: Ruleset, explorings: Sequence[Exploring]) -> Iterator[Fact]:
    """Draws and moves that get fewer cards than they say."""
    for where, (short, times) in _summed(explorings).items():
        if short:
            yield Fact(
                "short", f"'{where[1]}' of '{where[0]}' gets fewer cards than it says in {share(short, times, 'cases')}"
            )


def _summed(explorings: Sequence[Exploring]) -> dict[tuple[str, str], tuple[int, int]]:
    found: dict[tuple[str, str], tuple[int, int]] = {}
    for each in explorings:
        for where, short, times in each.shortages():
            before = found.get(where, (0, 0))
            found[where] = before[0] + short, before[1] + times
    return found


def _course(rules: Ruleset, explorings: Sequence[Exploring]) -> Iterator[Fact]:
    """How long games are, and how much of them is decided by players."""
    for each in explorings[:1] if len(explorings) == 1 else (explorings[0], explorings[-1]):
        tally = each.tally
        turns, decisions = tally.turns / tally.games, tally.decisions / tally.games
        said = f"with {players([each.players])}, a game takes {turns:.0f} turns and {decisions:.0f} decisions"
        single = (
            f"; {share(tally.single, tally.decisions, 'these')} have a single answer"
            if _part(tally.single, tally.decisions)
            else ""
        )
        yield Fact("course", said + single)
    idle = [each for each in explorings if _part(each.tally.unasked, each.tally.turns)]
    if idle:
        most = max(idle, key=lambda each: each.tally.unasked / each.tally.turns)
        part = share(most.tally.unasked, most.tally.turns, f"turns with {players([most.players])}")
        yield Fact("idle", f"in {part} nobody is asked anything")


def _victories(rules: Ruleset, explorings: Sequence[Exploring]) -> Iterator[Fact]:
    """Shared victories."""
    shared = max(explorings, key=lambda each: each.tally.shared / each.tally.games)
    if _part(shared.tally.shared, shared.tally.games):
        part = share(shared.tally.shared, shared.tally.games, f"games with {players([shared.players])}")
        yield Fact("shared", f"{part} are won by several together")


def _part(some: int, of: int) -> bool:
    return of > 0 and some >= LIKELY * of


Telling = Callable[[Ruleset, Sequence[Exploring]], Iterable[Fact]]
_TELLING: tuple[Telling, ...] = (_new_blocks, _shortages, _seats, _reasons, _victories, _course)
