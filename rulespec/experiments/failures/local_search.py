"""The search for a shorter game: the best found so far, and the attempts."""

from collections.abc import Iterable

from attrs import define, evolve, field

from rulespec.experiments.failures.attempt import Attempt
from rulespec.experiments.failures.failing_game import FailingGame
from rulespec.experiments.failures.moves import Move
from rulespec.experiments.failures.replay import MORE, Script, replay
from rulespec.experiments.failures.trials import Trials
from rulespec.game.history import begun


@define(eq=False)
class LocalSearch:
    """A local search: each pass proposes games, and the best one is kept."""

    trials: Trials
    best: FailingGame
    looked: dict[Attempt, int] = field(init=False, factory=dict)  # to which depth all ways from there have been tried
    _tried: set[Script] = field(init=False, factory=set)

    @property
    def players(self) -> int:
        return self.best.state.players

    @property
    def script(self) -> Script:
        """The best game as a script."""
        state = self.best.state
        return Script(state.players, begun(state).first, self.best.moves)

    def shorter(self, moves: Iterable[Move], *, removed: bool = False) -> bool:
        """Tries these moves with the players of the best game; whether the result is the new best one.

        Where moves were `removed`, dealing the cards that they would have brought is tried, too.
        """
        return self.better(evolve(self.script, moves=tuple(moves)), removed=removed)

    def better(self, script: Script, more: int = MORE, *, removed: bool = False) -> bool:
        """Tries a script; whether the result is the new best game. See `replay` for `more`."""
        if script in self._tried:
            return False
        self._tried.add(script)
        for as_needed in (False, True) if removed else (False,):
            if self.take(replay(script, self.trials, self.best, self.best.decisions, more, as_needed=as_needed)):
                return True
        return False

    def take(self, found: FailingGame | None) -> bool:
        """Makes a game the best one if it ranks below it; whether it does."""
        if found is None or found.rank >= self.best.rank:
            return False
        self.best = found
        return True

    def plainer(self) -> None:
        """Deals the cards that the answers need, and otherwise the first possible outcome."""
        script = evolve(self.script, moves=tuple(each for each in self.best.moves if not each.chance))
        found = replay(script, self.trials, self.best, self.best.decisions, 0, as_needed=True)
        if found is not None and (found.rank, found.luck) < (self.best.rank, self.best.luck):
            self.best = found
