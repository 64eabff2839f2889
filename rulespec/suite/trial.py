"""Testing rules: their scenarios, and their laws along random games, each told as soon as it is known."""

from collections.abc import Callable, Iterable
from typing import assert_never

from attrs import evolve, frozen

from rulespec.failures import Failure, breach
from rulespec.scenarios import Outcome, outcomes
from rulespec.suite.games import LawGames
from rulespec.suite.report import Looked, Report, Tested
from rulespec.suite.suite import Found, Refused, Suite, Untested

EFFORT = 20_000  # answers that are tried to make a game shorter, about two seconds

News = Found | Outcome | Looked | Tested  # a suite before it is tested, and as a whole at the end
Tell = Callable[[News], object]


def run(
    found: Iterable[Found],
    *,
    wanted: Callable[[str], bool] = bool,
    games: int | None = None,
    seed: int = 0,
    effort: int = EFFORT,
    tell: Tell = bool,
) -> Report:
    """Whether what is `wanted` of all that was found, by its key, holds; the same is found for the same seed.

    There are so many random `games` for each number of players, or as many as are quickly played. `tell` hears of each
    thing as soon as it is known; `effort` is how many answers are tried to make a game shorter.
    """
    report = Report()
    for each in found:
        tell(each)
        match each:
            case Suite():
                trial = _Trial(each, LawGames(each.rules, games, seed), effort, tell)
                tested = trial.run(wanted)
                tell(tested)
                report = evolve(report, tested=(*report.tested, tested))
            case Refused():
                report = evolve(report, refused=(*report.refused, each))
            case Untested():
                report = evolve(report, untested=(*report.untested, each))
            case _:
                assert_never(each)
    return report


@frozen
class _Trial:
    """A suite that is tested."""

    suite: Suite
    games: LawGames
    effort: int
    tell: Tell

    def run(self, wanted: Callable[[str], bool]) -> Tested:
        suite = self.suite
        scenarios = []
        for outcome in outcomes(suite.rules, [*filter(wanted, suite.scenarios)], spec=suite.spec):
            self.tell(outcome)
            scenarios.append(outcome)
        laws = [*filter(wanted, suite.laws)]
        known = {}
        for law, state in self.games.broken(laws):
            known[law] = self._looked(law, breach(state, law, spec=suite.spec, effort=self.effort))
        known |= {law: self._looked(law) for law in laws if law not in known}
        told = tuple(known[law] for law in laws)
        return Tested(suite, tuple(scenarios), told, self.games.played, self.games.decisions)

    def _looked(self, law: str, failure: Failure | None = None) -> Looked:
        place = self.suite.rules.composed.entries[law].declaration.span
        looked = Looked(law, place, self.games.looked[law], failure)
        self.tell(looked)
        return looked
