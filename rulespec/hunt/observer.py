"""What inspects the games of a hunt, and what it is given."""

from collections.abc import Iterable
from time import process_time

from attrs import define, field, frozen

from rulespec.api import Ruleset, State
from rulespec.hunt.report import Finding, Searched


@frozen(eq=False)
class Played:
    """A game of a hunt: its states from the first decision to the last state, without those that wait for chance.

    A game may branch off an earlier one: then only the states from index `fresh` on are new.
    """

    players: int
    habit: str
    states: tuple[State, ...]
    fresh: int = 0


@define(eq=False)
class Budget:
    """Bounds what observers try beside the games; `effort` is in games of medium length, `seed` fixes all chance.

    Only with a bound of `seconds`, of processor time, does a search end by time: long loops ask whether it `is_over`,
    and if it ever was, the search was `cut`.
    """

    effort: int
    seconds: float | None = None
    seed: int = 0
    cut: bool = field(init=False, default=False)
    _begun: float = field(init=False, factory=process_time)

    @property
    def is_over(self) -> bool:
        """Whether the time is up."""
        self.cut = self.cut or (self.seconds is not None and process_time() - self._begun >= self.seconds)
        return self.cut


@define(eq=False)
class Observer:
    """Inspects all games of a hunt for one kind of mistake, and reports each once."""

    _rules: Ruleset
    _budget: Budget = field(repr=False)

    def looks(self, played: Played) -> Iterable[Finding]:
        """What a game shows and no game before it did."""
        return ()

    def sums_up(self, searched: Searched) -> Iterable[Finding]:
        """After all games: what was proved without them, and what never happened in them."""
        return ()
