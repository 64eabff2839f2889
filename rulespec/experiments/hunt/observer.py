"""What inspects the games of a hunt, and what it is given."""

from collections.abc import Iterable
from time import process_time

from attrs import define, field

from rulespec.api import Ruleset
from rulespec.experiments.hunt.exploration import Exploring
from rulespec.experiments.hunt.observed_game import Played
from rulespec.experiments.hunt.report import Finding, Searched


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
    _elsewhere: float = field(init=False, default=0.0)

    @property
    def left(self) -> float | None:
        """The seconds that are left, if there is a bound."""
        return None if self.seconds is None else self.seconds - self._elsewhere - (process_time() - self._begun)

    def spend(self, seconds: float) -> None:
        """Counts what other processes took."""
        self._elsewhere += seconds

    @property
    def is_over(self) -> bool:
        """Whether the time is up."""
        self.cut = self.cut or (self.left is not None and self.left <= 0)
        return self.cut


@define(eq=False)
class Observer:
    """Inspects all games of a hunt for one kind of mistake, and reports each once."""

    _rules: Ruleset
    _budget: Budget = field(repr=False)

    def explored(self, exploring: Exploring) -> Iterable[Finding]:
        """What the games show that the engine played by itself, with one number of players."""
        return ()

    def looks(self, played: Played) -> Iterable[Finding]:
        """What a game shows and no game before it did."""
        return ()

    def sums_up(self, searched: Searched) -> Iterable[Finding]:
        """After all games: what was proved without them, and what never happened in them."""
        return ()
