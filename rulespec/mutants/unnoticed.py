"""What nothing would notice: a few small changes of rules whose scenarios and laws all hold."""

from collections.abc import Sequence

from attrs import field, frozen

from rulespec.errors import called
from rulespec.mutants.mutant import Mutant
from rulespec.mutants.report import MutantReport
from rulespec.mutants.search import mutants
from rulespec.narration.amounts import many
from rulespec.suite import SuiteReport

CHANGES = 30  # that are tried at most
GAMES = 200  # in which each is compared
SHOWN = 3


@frozen
class Unnoticed:
    """A few small changes of some rules, and which of them nothing notices, though games are different."""

    report: MutantReport | None = field(repr=False)  # None where none was tried
    spec: str = ""  # how the rules are named

    @property
    def tried(self) -> int:
        """How many changes were tried."""
        return 0 if self.report is None else len(self.report.judged)

    @property
    def surviving(self) -> tuple[str, ...]:
        """A line for each that was not noticed."""
        return () if self.report is None else tuple(_line(each.mutant) for each in self.report.survivors)

    @property
    def lines(self) -> Sequence[str]:
        """What to tell, with the first few of them."""
        if self.report is None or not self.tried:
            return ()
        changes, surviving = many(self.tried, "small change"), self.surviving
        if not surviving:
            return (f"{changes} tried: each would be noticed, or {GAMES} games are played alike",)
        more = f"and {len(surviving) - SHOWN} more; " if len(surviving) > SHOWN else ""
        return (
            f"nothing would notice {len(surviving)} of {changes}:",
            *(f"  {each}" for each in surviving[:SHOWN]),
            f"  {more}palast check {self.spec} --mutants shows all of them, with games",
        )


def unnoticed(report: SuiteReport, *, seed: int = 0) -> Unnoticed:
    """Tries small changes in the lines of the file that was tested; the seed decides the games.

    There are none where something does not hold, as then something else is to be done first, nor where several files
    were tested. A layer that was tested on several rules is changed on the first.
    """
    tested = [each.suite for each in report.tested]
    if report.failed or report.refused or len({each.file for each in tested}) != 1:
        return Unnoticed(None)
    return Unnoticed(mutants(tested[0].rules, games=GAMES, seed=seed, most=CHANGES), tested[0].spec)


def _line(mutant: Mutant) -> str:
    return f"{called(mutant.at.source.path)}:{mutant.at.line}: {mutant.key}: {mutant.change}"
