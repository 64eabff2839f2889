"""Observers of the games of a hunt, and their budget."""

from collections.abc import Iterable

from attrs import define, field

from rulespec.experiments.hunt.exploration import Exploration
from rulespec.experiments.hunt.observed_game import ObservedGame
from rulespec.experiments.hunt.report import Finding, Searched
from rulespec.experiments.loop import Budget
from rulespec.game.api import Ruleset


@define(eq=False)
class HuntBudget(Budget):
    """A budget that also bounds what observers try beside the games, in games of medium length; `seed` fixes chance.

    Only with a bound of `seconds` does a search end by time: long loops ask whether it `is_over`.
    """

    effort: int = field(kw_only=True)
    seed: int = field(default=0, kw_only=True)


@define(eq=False)
class Observer:
    """Inspects all games of a hunt for one kind of mistake, and reports each once."""

    _rules: Ruleset
    _budget: HuntBudget = field(repr=False)

    def explored(self, exploration: Exploration) -> Iterable[Finding]:
        """The findings from games that the engine played by itself, with one number of players."""
        return ()

    def looks(self, played: ObservedGame) -> Iterable[Finding]:
        """The new findings from a game."""
        return ()

    def sums_up(self, searched: Searched) -> Iterable[Finding]:
        """The findings after all games: proofs without games, and clauses that never ran in them."""
        return ()
