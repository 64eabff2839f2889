"""A game of a hunt, as those see it who look into it."""

from attrs import frozen

from rulespec.game.api import State


@frozen(eq=False)
class ObservedGame:
    """A game of a hunt: its states from the first decision to the last state, without those that wait for chance.

    A game may branch off an earlier one: then only the states from index `fresh` on are new.
    """

    players: int
    habit: str
    states: tuple[State, ...]
    fresh: int = 0

    @property
    def decisions(self) -> int:
        """The number of decisions that are new."""
        return len(self.states) - 1 - self.fresh
