"""What becomes of a mutant: something notices it, or nothing does."""

from functools import cached_property

from attrs import field, frozen

from rulespec.api import Ruleset
from rulespec.comparisons import Differences, compare
from rulespec.mutants.mutant import Mutant
from rulespec.tree.source import Span


@frozen
class Killed:
    """A law or a scenario, by its key, that does not hold by the changed rules; after so many answers of a game."""

    by: str
    place: Span = field(repr=False)
    answers: int


@frozen
class Alike:
    """So many games, played in step, were the same by both rules."""

    games: int


@frozen(slots=False)  # without slots, as it keeps what it is asked for
class Survives:
    """Games by both rules are not the same, and no law and no scenario notices."""

    rules: Ruleset = field(repr=False, eq=False)
    mutant: Mutant = field(repr=False, eq=False)
    games: int = field(repr=False)
    seed: int = field(repr=False)

    @cached_property
    def differences(self) -> Differences:
        """The shortest game found on which the rules part: what a scenario could say."""
        return compare(self.rules, self.mutant.load(), games=self.games, seed=self.seed)


Verdict = Killed | Alike | Survives
