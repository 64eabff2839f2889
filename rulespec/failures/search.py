"""The search for a shorter game: the best that was found, and what has been tried."""

from collections.abc import Iterable

from attrs import define, evolve, field

from rulespec.failures.attempt import Attempt
from rulespec.failures.found import Found
from rulespec.failures.moves import Move
from rulespec.failures.replay import MORE, Script, replay
from rulespec.failures.trials import Trials
from rulespec.history import begun


@define(eq=False)
class Search:
    """What has come of it so far."""

    trials: Trials
    best: Found
    looked: dict[Attempt, int] = field(init=False, factory=dict)  # from where all ways of so many answers are known
    _tried: set[Script] = field(init=False, factory=set)

    @property
    def players(self) -> int:
        return self.best.state.players

    @property
    def script(self) -> Script:
        """The best game as it went."""
        state = self.best.state
        return Script(state.players, begun(state).first, self.best.moves)

    def shorter(self, moves: Iterable[Move], *, removed: bool = False) -> bool:
        """Whether a game for the same players with these moves is better; then it is the best from now on.

        Where moves were `removed`, the cards that they would have brought are tried to be dealt, too.
        """
        return self.better(evolve(self.script, moves=tuple(moves)), removed=removed)

    def better(self, script: Script, more: int = MORE, *, removed: bool = False) -> bool:
        """Whether a game is better; then it is the best from now on."""
        if script in self._tried:
            return False
        self._tried.add(script)
        ways = (False, True) if removed else (False,)
        return any(self._replayed(script, more, as_needed=as_needed) for as_needed in ways)

    def take(self, found: Found | None) -> bool:
        """Takes a game for the best one, if it is better."""
        if found is None or not found.better_than(self.best):
            return False
        self.best = found
        return True

    def plainer(self) -> None:
        """Leaves to the answers what chance has to do, and takes what comes first for the rest."""
        script = evolve(self.script, moves=tuple(each for each in self.best.moves if not each.chance))
        found = replay(script, self.trials, self.best, self.best.decisions, 0, as_needed=True)
        if found is not None and found.plainer_than(self.best):
            self.best = found

    def _replayed(self, script: Script, more: int, *, as_needed: bool) -> bool:
        best = self.best
        return self.take(replay(script, self.trials, best, best.decisions, more, as_needed=as_needed))
