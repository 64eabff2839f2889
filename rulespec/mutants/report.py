"""What came of judging mutants."""

from collections import Counter

from attrs import field, frozen

from rulespec.api import Ruleset
from rulespec.mutants.mutant import Mutant
from rulespec.mutants.verdict import Alike, Killed, Survives, Verdict
from rulespec.narration.amounts import many


@frozen
class Judged:
    """A mutant, and what became of it."""

    mutant: Mutant
    verdict: Verdict

    @property
    def survives(self) -> bool:
        return isinstance(self.verdict, Survives)


@frozen
class MutantReport:
    """All mutants that load; `left` are those for which there was no time, whether or not they load.

    `wrong` are the laws and scenarios that do not hold by the rules themselves: they had no say.
    """

    rules: Ruleset = field(repr=False)
    games: int
    judged: tuple[Judged, ...]
    left: int
    wrong: tuple[str, ...]

    @property
    def killers(self) -> Counter[str]:
        """How many mutants each law and each scenario killed: only the first that notices one is told."""
        return Counter(each.verdict.by for each in self.judged if isinstance(each.verdict, Killed))

    @property
    def alike(self) -> tuple[Judged, ...]:
        """Those that games played in step cannot tell from the rules as they are."""
        return tuple(each for each in self.judged if isinstance(each.verdict, Alike))

    @property
    def survivors(self) -> tuple[Judged, ...]:
        """Those of which games are different, and nothing notices."""
        return tuple(each for each in self.judged if each.survives)

    def __str__(self) -> str:
        """What came of it, in one sentence."""
        laws = sum(count for key, count in self.killers.items() if key.startswith("always "))
        scenarios = sum(self.killers.values()) - laws
        told = f"{many(len(self.judged), 'mutant')}: {scenarios} killed by scenarios, {laws} by laws, "
        told += f"{len(self.alike)} that games cannot tell apart, {len(self.survivors)} surviving"
        return told + (f"; there was no time for {self.left}" if self.left else "")
