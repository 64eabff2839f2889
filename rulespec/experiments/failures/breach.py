"""The shortest game that breaks a law."""

from attrs import frozen

from rulespec.engine.pending import Option
from rulespec.experiments.failures.failure import Failure
from rulespec.experiments.failures.late_start import SHOWN, decided, late
from rulespec.experiments.failures.shortest import EFFORT, shortest_attempt
from rulespec.experiments.laws import Broken, LawWatch
from rulespec.game.api import State
from rulespec.game.history import begun


@frozen(eq=False)
class Watched:
    """An attempt that fails when a law is broken."""

    watch: LawWatch
    state: State
    broken: Broken | None

    @property
    def failed(self) -> bool:
        return self.broken is not None

    def after(self, option: Option) -> "Watched":
        return Watched(self.watch, *self.watch.apply(self.state, option))


def shortest_breaking(state: State, law: str, *, effort: int = EFFORT) -> tuple[State, Broken]:
    """The shortest game found that breaks a law, and how; the search starts from the game that led to `state`.

    The game ends at the next decision after the breach, or when it is over. `effort` is as in `shortest`.
    """
    watches: dict[int, LawWatch] = {}

    def begin(first: State) -> Watched:
        watch = watches.setdefault(first.players, LawWatch(first.rules.game(first.players), [law]))
        if begun(first).zones is None:
            return Watched(watch, *watch.begin(begun(first).first))
        watched = watch.taken(first)
        return Watched(watch, watched, watch.look(watched))

    found = shortest_attempt(state, begin, effort=effort)
    assert isinstance(found, Watched) and found.broken is not None
    return found.state, found.broken


def breach(state: State, law: str, *, spec: str = "", effort: int = EFFORT) -> Failure:
    """The shortest breach found as a failure, from a late turn if it is long; `spec` is how its rules are loaded."""
    found, broken = shortest_breaking(state, law, effort=effort)
    if decided(found) > SHOWN:
        found, broken = late(found, law) or (found, broken)
    return Failure(broken.problem, found, spec)
