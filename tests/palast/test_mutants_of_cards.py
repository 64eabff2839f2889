"""Whatever is changed in the rule files of the game, a scenario or a law notices it, or games cannot tell."""

from palast import RulesError
from rulespec.experiments.mutation import Alike, Killed, Verdict, mutants_of
from rulespec.experiments.mutation.judge import Judge
from rulespec.experiments.scenarios import laid_in
from tests.effort import some
from tests.library import ruleset

RULESETS = (
    ("ksr", 200),
    ("magier", 25),
    ("review", 70),
    ("ksr+wertung", 18),
)  # with how many changes there are at least


def test_no_small_change_of_the_rules_goes_unnoticed() -> None:
    for spec, several in some(RULESETS, 1, start=2):
        rules = laid_in(ruleset(spec))
        changes = list(mutants_of(rules))
        assert len(changes) >= several
        judge = Judge(rules, 3, 0)
        assert judge.wrong == ()
        verdicts: list[Verdict] = []
        for mutant in some(changes, 5):
            try:
                verdicts.append(judge.verdict(mutant))
            except RulesError:
                continue
            assert isinstance(verdicts[-1], Killed | Alike), mutant
        assert sum(isinstance(each, Killed) for each in verdicts) >= 3
