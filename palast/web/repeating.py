"""The replay of a recorded game, move by move."""

from collections import deque
from collections.abc import Callable

from attrs import evolve

from palast.match import Match
from palast.web.failing import PageError
from rulespec import Decision
from rulespec.game.history import history
from rulespec.records import Record


class Repetition(Match):
    """A recorded game after a number of moves of players and chance, which continues as recorded."""

    def __init__(self, whole: Record, after: int) -> None:
        moves = [*history(whole.state)]
        if not 0 <= after <= len(moves):
            raise PageError("request", f"this game has only {len(moves)} moves, not {after}")
        self.whole = whole
        self._moves = len(moves)
        self._ahead = deque(option for _, option in moves[after:])
        state = moves[after][0] if self._ahead else whole.state
        super().__init__(evolve(whole, state=state, comments=()), [None] * whole.players)

    @property
    def after(self) -> int:
        """The number of moves so far."""
        return self._moves - len(self._ahead)

    @property
    def asked(self) -> Decision | None:
        return None if self._ahead else super().asked

    def go_on(
        self, most: int | None = None, pausing: Callable[[], bool] = lambda: False, *, hurried: bool = False
    ) -> None:
        answered = 0
        while self._ahead:
            if isinstance(self.record.state.pending, Decision):
                if answered == most:
                    return
                answered += 1
            self.record = evolve(self.record, state=self.record.state.apply(self._ahead.popleft()))
