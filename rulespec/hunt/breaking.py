"""Laws that a game of the hunt broke, each with the shortest game that breaks it."""

from attrs import frozen

from rulespec.api import State
from rulespec.failures import shortest_attempt
from rulespec.history import begun
from rulespec.hunt.report import Finding
from rulespec.laws import Broken, LawWatch
from rulespec.pending import Option

EFFORT = 20_000  # answers that are tried to find a shorter game, about two seconds


@frozen(eq=False)
class _Attempt:
    """A game in which a law may break."""

    watch: LawWatch
    state: State
    broken: Broken | None

    @property
    def failed(self) -> bool:
        return self.broken is not None

    def after(self, option: Option) -> "_Attempt":
        state, broken = self.watch.apply(self.state, option)
        return _Attempt(self.watch, state, self.broken or broken)


def broken_law(broken: Broken, state: State) -> Finding:
    """A law that was broken on the way to a state."""
    law = broken.key.removeprefix("always ")

    def begin(state: State) -> _Attempt:
        watch = LawWatch(state.game, [law])
        return _Attempt(watch, *watch.begin(begun(state).first))

    found = shortest_attempt(state, begin, effort=EFFORT)
    assert isinstance(found, _Attempt) and found.broken is not None
    return Finding(found.broken.problem, found.state)
