"""Verdicts on mutants."""

from functools import cached_property

from attrs import field, frozen

from rulespec.api import Ruleset
from rulespec.experiments.comparison import Differences, compare
from rulespec.experiments.mutation.mutant import Mutant
from rulespec.tree.source import Span


@frozen
class Killed:
    """The law or scenario of this key fails for the mutant, after a number of answers of a game."""

    by: str
    place: Span = field(repr=False)
    answers: int


@frozen
class Alike:
    """This number of games were the same by both rules."""

    games: int


@frozen(slots=False)  # without slots for the cached property
class Survives:
    """Games by both rules differ, but no law and no scenario notices."""

    rules: Ruleset = field(repr=False, eq=False)
    mutant: Mutant = field(repr=False, eq=False)
    games: int = field(repr=False)
    seed: int = field(repr=False)

    @cached_property
    def differences(self) -> Differences:
        """The difference, with the shortest game found that shows it, which could become a scenario."""
        return compare(self.rules, self.mutant.load(), games=self.games, seed=self.seed)


Verdict = Killed | Alike | Survives
