"""Games that are tried, as far as the effort reaches."""

from attrs import define, field

from rulespec.api import State
from rulespec.failures.attempt import Attempt, Begin
from rulespec.history import beginning, begun
from rulespec.pending import Option

KNOWN = 4  # as many answers that had been tried already take as long as one


class ExhaustedError(Exception):
    """The effort is spent."""


@define(eq=False)
class Trials:
    """What is tried for a game: others that begin alike, or for other players. `left` is how many answers can be tried.

    Where the game began with a position that somebody laid, all begin with it.
    """

    state: State = field()  # any of the game
    begin: Begin
    left: int
    shown: dict[str, frozenset[object]] = field(init=False, factory=dict)  # by the cards, by their names
    _beginnings: dict[tuple[int, int], Attempt] = field(init=False, factory=dict)

    @property
    def laid(self) -> bool:
        """Whether the game began with a position that somebody laid."""
        return begun(self.state).zones is not None

    def beginning(self, players: int, first: int) -> Attempt:
        """The attempt before anything has happened."""
        if (players, first) not in self._beginnings:
            state = beginning(self.state) if self.laid else self.state.rules.new_game(players, first)
            self._beginnings[players, first] = self.begin(state)
            self.shown |= {card.name: frozenset(card.shown) for card in state.game.material.cards}
        return self._beginnings[players, first]

    def after(self, attempt: Attempt, option: Option) -> Attempt:
        """The attempt after an answer; an `ExhaustedError` if no more can be tried."""
        self._spend()
        return attempt.after(option)

    def again(self, answers: int) -> None:
        """Goes the way of so many answers that have been tried already."""
        for _ in range(answers // KNOWN):
            self._spend()

    def _spend(self) -> None:
        if self.left <= 0:
            raise ExhaustedError
        self.left -= 1
