"""Testing rules: their scenarios, and their laws along random games, each told as soon as it is known."""

from collections.abc import Callable, Generator, Iterable
from typing import assert_never

from attrs import evolve

from rulespec.failures import breach
from rulespec.laws import inherited
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
                trying, tested = trial(each, wanted=wanted, games=games, seed=seed, effort=effort), None
                while tested is None:
                    try:
                        tell(next(trying))
                    except StopIteration as over:
                        tested = over.value
                tell(tested)
                report = evolve(report, tested=(*report.tested, tested))
            case Refused():
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
    """The same for one suite, piece by piece, so that it can be left at any time.

    A law from below that the rules break is told once, and not again by each scenario in which it is broken.
    """
    random, laws = LawGames(suite.rules, games, seed), [*filter(wanted, suite.laws)]
    broken = dict(random.broken(laws))
    without = [law for law in broken if inherited(suite.rules.composed, law)]
    scenarios, looked = list[Outcome](), dict[str, Looked]()
    for outcome in outcomes(suite.rules, [*filter(wanted, suite.scenarios)], spec=suite.spec, without=without):
        scenarios.append(outcome)
        yield outcome
    for law in sorted(laws, key=lambda law: law not in broken):
        failure = breach(broken[law], law, spec=suite.spec, effort=effort) if law in broken else None
        place = suite.rules.composed.entries[law].declaration.span
        looked[law] = Looked(law, place, random.looked[law], failure)
        yield looked[law]
    return Tested(suite, tuple(scenarios), tuple(looked[law] for law in laws), random.played, random.decisions)
