"""Mutants judged by any process: each makes the same mutants of the same rules, and is sent their numbers."""

from functools import lru_cache

from attrs import define, field, frozen

from rulespec.experiments.mutation.judge import Judge
from rulespec.experiments.mutation.mutant import Mutant, mutants_of
from rulespec.experiments.mutation.report import Alike, Killed, Survives, Verdict
from rulespec.experiments.workers.packing import unpacked
from rulespec.game.api import Ruleset
from rulespec.language.errors import RulesError

Sent = Killed | bool | None  # killed; else whether it survives; None for what does not load


@frozen
class MutantJob:
    """The rules whose mutants are judged, and how; it is sent to the workers."""

    rules: bytes  # packed
    games: int
    seed: int
    everything: bool
    most: int | None

    def batch(self, first: int, count: int) -> list[Sent]:
        """The verdicts on `count` mutants from number `first` on."""
        known = _known(self)
        return [_sent(known.verdict(mutant)) for mutant in known.mutants[first : first + count]]


@define(eq=False)
class KnownMutants:
    """Mutants of some rules, with their judge."""

    judge: Judge
    mutants: list[Mutant] = field(repr=False)

    @classmethod
    def of(cls, rules: Ruleset, judging: MutantJob) -> "KnownMutants":
        """The mutants of some rules; of more than wanted so many, evenly spread."""
        several, most = list(mutants_of(rules, everything=judging.everything)), judging.most
        if most is not None and len(several) > most:
            several = [several[number * len(several) // most] for number in range(most)]
        return cls(Judge(rules, judging.games, judging.seed), several)

    def verdict(self, mutant: Mutant) -> Verdict | None:
        """The verdict on a mutant; None if it does not load."""
        try:
            return self.judge.verdict(mutant)
        except RulesError:
            return None

    def received(self, sent: Sent | Verdict, mutant: Mutant) -> Verdict | None:
        """The verdict of this process, or of another one."""
        if not isinstance(sent, bool):
            return sent
        judge = self.judge
        return Survives(judge.rules, mutant, judge.games, judge.seed) if sent else Alike(judge.games)


@lru_cache(maxsize=2)
def _known(judging: MutantJob) -> KnownMutants:
    """The judge and the mutants, made once in each process."""
    return KnownMutants.of(unpacked(judging.rules), judging)


def _sent(verdict: Verdict | None) -> Sent:
    return verdict if verdict is None or isinstance(verdict, Killed) else isinstance(verdict, Survives)
