"""Games in which something is to happen that is noted as operations run, to be made as short as possible."""

from collections.abc import Callable, Collection

from attrs import frozen

from rulespec.api import State
from rulespec.failures.attempt import Begin
from rulespec.history import beginning
from rulespec.hunt.tracks import Mark, Tracks
from rulespec.pending import Option


@frozen(eq=False)
class _Attempt:
    """A game as far as it has been tried, and whether it has happened."""

    tracks: Tracks
    marks: Collection[Mark]
    state: State
    failed: bool

    def after(self, option: Option) -> "_Attempt":
        self.tracks.lately.clear()
        state = self.state.apply(option)
        return _Attempt(self.tracks, self.marks, state, self.failed or self._happened())

    def _happened(self) -> bool:
        return any(mark in self.marks for mark in self.tracks.lately)


def reaching(marks: Callable[[int], Collection[Mark]]) -> Begin:
    """Attempts at games in which one of these things happens; which these are can depend on the number of players."""

    def begin(first: State) -> _Attempt:
        tracks = Tracks()
        state = beginning(first, tracks.tracked(first.game))
        wanted = marks(first.players)
        return _Attempt(tracks, wanted, state, any(mark in wanted for mark in tracks.lately))

    return begin
