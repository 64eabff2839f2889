"""Who looks at the games of a hunt, and what they are given."""

from collections.abc import Iterable
from time import monotonic
from typing import Protocol

from attrs import field, frozen

from rulespec.api import State
from rulespec.hunt.report import Finding, Searched


@frozen(eq=False)
class Played:
    """A game of a hunt: its states from the first at which somebody is asked, chance left out, to the last.

    A game can go on where an earlier one was left: then only the states from `fresh` on are new.
    """

    players: int
    habit: str
    states: tuple[State, ...]
    fresh: int = 0


@frozen(eq=False)
class Budget:
    """How much is looked at: so many games, and no longer than so many seconds; all random choices follow the seed.

    What an observer plays or tries beside goes by numbers that follow from `games`, so that the same is found whatever
    the time; but in whatever takes long it asks whether the time `is_over`.
    """

    games: int
    seconds: float
    seed: int = 0
    begun: float = field(factory=monotonic)

    @property
    def is_over(self) -> bool:
        """Whether the time is over."""
        return monotonic() - self.begun > self.seconds


class Observer(Protocol):
    """Looks at all games of a hunt for what is of its own kind, and tells each such thing once."""

    def looks(self, played: Played) -> Iterable[Finding]:
        """What a game shows that none before did."""
        ...

    def sums_up(self, searched: Searched) -> Iterable[Finding]:
        """After all games: what was proved beside, and what never happened."""
        ...
