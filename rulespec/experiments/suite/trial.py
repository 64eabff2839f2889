"""Testing rulesets: their scenarios, and their laws in random games."""

from collections.abc import Callable, Generator, Iterable
from typing import assert_never

from attrs import evolve

from rulespec.experiments.failures import breach, stopped
from rulespec.experiments.loop import driven
from rulespec.experiments.scenarios import Outcome, outcomes
from rulespec.experiments.suite.law_games import LawGames
from rulespec.experiments.suite.report import Looked, SuiteReport, Tested
from rulespec.experiments.suite.suite import NamedSuite, Suite, Unloadable, Untested
from rulespec.game.api import State
from rulespec.language.errors import BudgetExceededError

EFFORT = 20_000  # answers that are tried to shorten a game, about two seconds

News = NamedSuite | Outcome | Looked | Tested  # a suite before it is tested, its results, and all of them at the end
Tell = Callable[[News], object]


def run(
    found: Iterable[NamedSuite],
    *,
    wanted: Callable[[str], bool] = bool,
    games: int | None = None,
    seed: int = 0,
    effort: int = EFFORT,
    tell: Tell = bool,
) -> SuiteReport:
    """Tests the scenarios and laws that were found and whose keys are `wanted`.

    `games` is the number of random games for each number of players, by default as many as take a second or two; they
    depend on `seed`. `tell` is called with each result as soon as it is known; `effort` is as in `failures.shortest`.
    """
    report = SuiteReport()
    for each in found:
        tell(each)
        match each:
            case Suite():
                tested = driven(trial(each, wanted=wanted, games=games, seed=seed, effort=effort), tell)
                tell(tested)
                report = evolve(report, tested=(*report.tested, tested))
            case Unloadable():
                report = evolve(report, refused=(*report.refused, each))
            case Untested():
                report = evolve(report, untested=(*report.untested, each))
            case _:
                assert_never(each)
    return report


def trial(
    suite: Suite,
    *,
    wanted: Callable[[str], bool] = bool,
    games: int | None = None,
    seed: int = 0,
    effort: int = EFFORT,
) -> Generator[Outcome | Looked, None, Tested]:
    """Tests one suite, as a generator of its results that can be left at any time; see `run`.

    An inherited law that the rules break is reported once, and not again by each scenario that breaks it.
    """
    random, laws = LawGames(suite.rules, games, seed), [*filter(wanted, suite.laws)]
    broken, stop = dict[str, State](), None
    try:
        broken.update(random.broken(laws))
    except BudgetExceededError as error:
        stop = stopped(suite.rules, error)
    without = [law for law in broken if suite.rules.composed.inherited(law)]
    scenarios, looked = list[Outcome](), dict[str, Looked]()
    for outcome in outcomes(suite.rules, [*filter(wanted, suite.scenarios)], spec=suite.spec, without=without):
        scenarios.append(outcome)
        yield outcome
    for law in sorted(laws, key=lambda law: law not in broken):
        failure = breach(broken[law], law, spec=suite.spec, effort=effort) if law in broken else None
        place = suite.rules.composed.entries[law].declaration.span
        looked[law] = Looked(law, place, random.looked[law], failure)
        yield looked[law]
    return Tested(suite, tuple(scenarios), tuple(looked[law] for law in laws), random.played, random.decisions, stop)
