"""A shorter way to fail from somewhere in the game: all ways of a few answers, the shortest first."""

from collections.abc import Iterator

from attrs import frozen

from rulespec.failures.attempt import Attempt
from rulespec.failures.found import Found
from rulespec.failures.moves import Move, move
from rulespec.failures.search import Search
from rulespec.pending import Chance, Option, Over

DEEPEST = 4  # answers of players
BRANCHING = 2  # draws on a way of which several outcomes are tried
SHARE = 4  # of the effort that is left, one part of so many

Way = tuple[tuple[Move, Attempt], ...]


def nearer(search: Search) -> None:
    """Looks for fewer answers from each answer on, from the last to the first; then with one answer more."""
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
                search.take(Found((*best.way[: at + 1], *attempts), (*best.moves[:at], *moves)))
                return
            if ways.spent:
                return
            search.looked[best.way[at]] = depth


@frozen
class _Ways:
    """The ways from a state, as long as there is effort left for them."""

    search: Search
    enough: int

    @property
    def spent(self) -> bool:
        return self.search.trials.left < self.enough

    def failing(self, here: Attempt, depth: int, drawn: int = 0) -> Way | None:
        """One on which players answer so often, and that fails at its end."""
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
    """Some outcomes, which differ from each other: the first, the middle one and the last."""
    many = len(chance.options)
    places = dict.fromkeys((0, many // 2, many - 1)) if drawn < BRANCHING else (0,)
    return (chance.options[at] for at in places)
