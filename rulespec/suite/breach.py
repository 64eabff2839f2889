"""A law that was broken, as the shortest game that breaks it."""

from collections.abc import Callable

from attrs import frozen

from rulespec.api import State
from rulespec.failures import Failure, shortest_attempt
from rulespec.game import Game
from rulespec.laws import Broken, LawWatch
from rulespec.pending import Option

EFFORT = 20_000  # answers that are tried to make a game shorter, about two seconds


def breach(state: State, law: str, *, spec: str = "", effort: int = EFFORT) -> Failure:
    """The shortest game found that breaks a law, beginning with the one that led to a state."""
    shortest = shortest_attempt(state, _watching(law), effort=effort)
    assert isinstance(shortest, _Watched) and shortest.broken is not None
    return Failure(shortest.broken.problem, shortest.state, spec)


@frozen
class _Watched:
    """A game in which one law is looked at."""

    watch: LawWatch
    state: State
    broken: Broken | None

    @property
    def failed(self) -> bool:
        return self.broken is not None

    def after(self, option: Option) -> "_Watched":
        return _Watched(self.watch, *self.watch.apply(self.state, option))


def _watching(law: str) -> Callable[[State], _Watched]:
    watches: dict[Game, LawWatch] = {}  # games with other numbers of players are tried, too

    def begin(first: State) -> _Watched:
        game = first.rules.game(first.players)
        watch = watches.setdefault(game, LawWatch(game, [law]))
        return _Watched(watch, watch.taken(first), watch.look(first))

    return begin
