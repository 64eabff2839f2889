"""Games that are tried within a bound of effort."""

from attrs import define, field

from rulespec.engine.pending import Option
from rulespec.experiments.failures.attempt import Attempt, Begin
from rulespec.game.api import State
from rulespec.game.history import beginning, begun

KNOWN = 4  # so many answers that had been tried before cost as much as one new one


class ExhaustedError(Exception):
    """The effort is spent."""


@define(eq=False)
class Trials:
    """Games that begin like a given one, or with other players; `left` is how many answers may still be tried.

    If the given game began with a position that was set up, all begin with that.
    """

    state: State = field()  # any of the given game
    begin: Begin
    left: int
    shown: dict[str, frozenset[object]] = field(init=False, factory=dict)  # what each card shows, by its name
    _beginnings: dict[tuple[int, int], Attempt] = field(init=False, factory=dict)

    @property
    def laid(self) -> bool:
        """True if the game began with a position that was set up."""
        return begun(self.state).zones is not None

    def beginning(self, players: int, first: int) -> Attempt:
        """The attempt before anything has happened, memoised."""
        if (players, first) not in self._beginnings:
            state = beginning(self.state) if self.laid else self.state.rules.new_game(players, first)
            self._beginnings[players, first] = self.begin(state)
            self.shown |= {card.name: frozenset(card.shown) for card in state.game.material.cards}
        return self._beginnings[players, first]

    def after(self, attempt: Attempt, option: Option) -> Attempt:
        """The attempt after an answer; an `ExhaustedError` if no more may be tried."""
        self._spend(1)
        return attempt.after(option)

    def again(self, answers: int) -> None:
        """Accounts for answers that have been tried before."""
        self._spend(answers // KNOWN)

    def _spend(self, answers: int) -> None:
        if answers > self.left:
            raise ExhaustedError
        self.left -= answers
