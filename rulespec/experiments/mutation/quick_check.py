"""Changes that no test would notice: a few mutants of rules whose scenarios and laws all hold."""

from rulespec.experiments.mutation.mutation_test import mutants
from rulespec.experiments.mutation.report import MutantReport
from rulespec.experiments.suite import SuiteReport

CHANGES = 30  # that are tried at most
COMPARED = 200  # games for each


def unnoticed(report: SuiteReport, *, seed: int = 0) -> MutantReport | None:
    """Tries small changes in the lines of the file that was tested; the seed decides the games.

    There are none where something does not hold, as then something else is to be done first, nor where several files
    were tested. A layer that was tested on several rules is changed on the first.
    """
    tested = [each.suite for each in report.tested]
    if report.failed or report.stopped or report.refused or len({each.file for each in tested}) != 1:
        return None
    return mutants(tested[0].rules, games=COMPARED, seed=seed, most=CHANGES)
