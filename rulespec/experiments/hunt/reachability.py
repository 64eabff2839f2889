"""Attempts that fail when a traced operation happens, for `shortest_attempt`."""

from collections.abc import Callable, Collection

from attrs import frozen

from rulespec.engine.pending import Option
from rulespec.experiments.failures.attempt import Begin
from rulespec.experiments.hunt.tracks import InstructionTracks, Mark
from rulespec.game.api import State
from rulespec.game.history import beginning


@frozen(eq=False)
class _Attempt:
    tracks: InstructionTracks
    marks: Collection[Mark]
    state: State
    failed: bool

    def after(self, option: Option) -> "_Attempt":
        self.tracks.lately()
        state = self.state.apply(option)
        return _Attempt(self.tracks, self.marks, state, self.failed or _happens(self.tracks, self.marks))


def _happens(tracks: InstructionTracks, marks: Collection[Mark]) -> bool:
    return any(mark in marks for mark in tracks.lately())


def reaching(marks: Callable[[int], Collection[Mark]]) -> Begin:
    """Attempts that fail when one of these marks occurs; `marks` gives them by the number of players."""

    def begin(first: State) -> _Attempt:
        tracks, wanted = InstructionTracks(first.game), marks(first.players)
        state = beginning(first, tracks.game)
        return _Attempt(tracks, wanted, state, _happens(tracks, wanted))

    return begin
