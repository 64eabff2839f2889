"""Verdicts on mutants, and the report of a mutation test."""

from collections import Counter
from functools import cached_property

from attrs import field, frozen

from rulespec.experiments.comparison import Differences, compare
from rulespec.experiments.mutation.mutant import Mutant
from rulespec.game.api import Ruleset
from rulespec.language.tree.source import Span
from rulespec.wording.amounts import many


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


@frozen
class Judged:
    """A mutant and its verdict."""

    mutant: Mutant
    verdict: Verdict

    @property
    def survives(self) -> bool:
        return isinstance(self.verdict, Survives)


@frozen
class MutantReport:
    """The verdicts on all mutants that load; for `left` others, loading or not, there was no time.

    `wrong` are the laws and scenarios that do not hold for the rules themselves, and were not used.
    """

    rules: Ruleset = field(repr=False)
    games: int
    judged: tuple[Judged, ...]
    left: int
    wrong: tuple[str, ...]
    interrupted: bool = False  # by the user, before the others

    @property
    def killers(self) -> Counter[str]:
        """How many mutants each law and scenario killed; only the first to notice a mutant counts."""
        return Counter(each.verdict.by for each in self.judged if isinstance(each.verdict, Killed))

    @property
    def alike(self) -> tuple[Judged, ...]:
        """The mutants that games cannot tell from the rules."""
        return tuple(each for each in self.judged if isinstance(each.verdict, Alike))

    @property
    def survivors(self) -> tuple[Judged, ...]:
        """The mutants whose games differ, unnoticed by any law or scenario."""
        return tuple(each for each in self.judged if each.survives)

    def __str__(self) -> str:
        """A summary in one sentence."""
        laws = sum(count for key, count in self.killers.items() if key.startswith("always "))
        scenarios = sum(self.killers.values()) - laws
        told = f"{many(len(self.judged), 'mutant')}: {scenarios} killed by scenarios, {laws} by laws, "
        told += f"{len(self.alike)} equivalent in all games, {len(self.survivors)} surviving"
        if self.interrupted:
            return f"{told}; interrupted with {self.left} left"
        return told + (f"; out of time with {self.left} left" if self.left else "")
