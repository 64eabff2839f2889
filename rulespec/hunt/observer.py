"""Who looks at the games of a hunt, and what they are given."""

from collections.abc import Iterable
from time import process_time
from typing import Protocol

from attrs import define, field, frozen

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


@define(eq=False)
class Budget:
    """How much is tried beside the games: what so many games of a middling length are worth; and all random choices.

    Only who asks for a search of so many `seconds` of the processor has it end by time. In whatever takes long it is
    asked whether the time `is_over`; if it ever was, the search was `cut`.
    """

    effort: int
    seconds: float | None = None
    seed: int = 0
    cut: bool = field(init=False, default=False)
    _begun: float = field(init=False, factory=process_time)

    @property
    def is_over(self) -> bool:
        """Whether the time is over."""
        self.cut = self.cut or (self.seconds is not None and process_time() - self._begun >= self.seconds)
        return self.cut


class Observer(Protocol):
    """Looks at all games of a hunt for what is of its own kind, and tells each such thing once."""

    def looks(self, played: Played) -> Iterable[Finding]:
        """What a game shows that none before did."""
        ...

    def sums_up(self, searched: Searched) -> Iterable[Finding]:
        """After all games: what was proved beside, and what never happened."""
        ...
