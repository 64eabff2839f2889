"""Shorter ways to fail from somewhere in the game: an iterative deepening search over a few answers."""

from collections.abc import Iterator

from attrs import frozen

from rulespec.engine.pending import Chance, Option, Over
from rulespec.experiments.failures.attempt import Attempt
from rulespec.experiments.failures.failing_game import FailingGame
from rulespec.experiments.failures.local_search import LocalSearch
from rulespec.experiments.failures.moves import Move, move

DEEPEST = 4  # answers of players
BRANCHING = 2  # draws on a way for which several outcomes are tried
SHARE = 4  # a quarter of the remaining effort

Trail = tuple[tuple[Move, Attempt], ...]


def nearer(search: LocalSearch) -> None:
    """From each answer on, the last one first, looks for a failure within fewer answers; then one answer deeper."""
    ways = _Ways(search, search.trials.left - search.trials.left // SHARE)
    for depth in range(1, DEEPEST + 1):
        best = search.best
        asked = [at for at, each in enumerate(best.moves) if not each.chance]
        for left, at in enumerate(reversed(asked), start=1):
            if left <= depth or search.looked.get(best.way[at], 0) >= depth:
                continue
            way = ways.failing(best.way[at], depth)
            if way is not None:
                moves, attempts = zip(*way, strict=True)
                search.take(FailingGame((*best.way[: at + 1], *attempts), (*best.moves[:at], *moves)))
                return
            if ways.spent:
                return
            search.looked[best.way[at]] = depth


@frozen
class _Ways:
    """A depth-first search, until no more than `enough` effort is left."""

    search: LocalSearch
    enough: int

    @property
    def spent(self) -> bool:
        return self.search.trials.left < self.enough

    def failing(self, here: Attempt, depth: int, drawn: int = 0) -> Trail | None:
        """A way of at most `depth` answers of players that fails at its end, after `drawn` draws."""
        pending = here.state.pending
        if isinstance(pending, Over) or self.spent:
            return None
        chance = isinstance(pending, Chance)
        if not chance and not depth:
            return None
        for option in _outcomes(pending, drawn) if isinstance(pending, Chance) else pending.options:
            after = self.search.trials.after(here, option)
            step = move(here.state, option), after
            if after.failed:
                return (step,)
            further = self.failing(after, depth - (not chance), drawn + chance)
            if further is not None:
                return (step, *further)
        return None


def _outcomes(chance: Chance, drawn: int) -> Iterator[Option]:
    """The first outcome, the middle one and the last; only the first after some draws."""
    many = len(chance.options)
    places = dict.fromkeys((0, many // 2, many - 1)) if drawn < BRANCHING else (0,)
    return (chance.options[at] for at in places)
