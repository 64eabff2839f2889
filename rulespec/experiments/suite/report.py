"""The results of testing rulesets: every scenario, every law, and rules without tests."""

from collections.abc import Mapping

from attrs import field, frozen

from rulespec.experiments.failures import Failure
from rulespec.experiments.scenarios import Outcome
from rulespec.experiments.suite.suite import Suite, Unloadable, Untested
from rulespec.language.errors import Problem
from rulespec.language.tree.source import Span
from rulespec.wording.amounts import many


@frozen
class Looked:
    """The result of a law, which was checked a number of `times`; a broken one has the shortest game that breaks it."""

    key: str
    place: Span = field(repr=False)
    times: int
    failure: Failure | None = None

    @property
    def held(self) -> bool:
        return self.failure is None

    @property
    def problem(self) -> Problem | None:
        """The diagnostic of a broken law."""
        return None if self.failure is None else self.failure.problem


@frozen
class Tested:
    """The results of a suite; games and decisions are those of random games, by the number of players.

    `stopped` is the problem of the game that took too many steps, after which no other was played.
    """

    suite: Suite
    scenarios: tuple[Outcome, ...]
    laws: tuple[Looked, ...]
    games: Mapping[int, int]
    decisions: Mapping[int, int]
    stopped: Problem | None = None

    @property
    def failed(self) -> tuple[Outcome | Looked, ...]:
        """The scenarios and laws that did not hold."""
        tried: tuple[Outcome | Looked, ...] = (*self.scenarios, *self.laws)
        return tuple(each for each in tried if not each.held)


@frozen
class SuiteReport:
    """The results of all suites."""

    tested: tuple[Tested, ...] = ()
    refused: tuple[Unloadable, ...] = ()
    untested: tuple[Untested, ...] = ()

    @property
    def failed(self) -> tuple[Outcome | Looked, ...]:
        """The scenarios and laws that did not hold."""
        return tuple(failed for each in self.tested for failed in each.failed)

    @property
    def stopped(self) -> tuple[Problem, ...]:
        """The problems of random games that took too many steps."""
        return tuple(each.stopped for each in self.tested if each.stopped is not None)

    @property
    def counted(self) -> str:
        """The extent of the tests, in one line."""
        scenarios = [scenario for each in self.tested for scenario in each.scenarios]
        laws = [law for each in self.tested for law in each.laws]
        games = sum(number for each in self.tested for number in each.games.values())
        decisions = sum(number for each in self.tested for number in each.decisions.values())
        ways = sum(each.tried for each in scenarios)
        told = [f"{many(len(scenarios), 'scenario')} tried in {many(ways, 'way')}"] if scenarios else []
        told += [f"{many(len(laws), 'law')} checked {many(sum(law.times for law in laws), 'time')}"] if laws else []
        told += [f"{many(games, 'random game')} with {many(decisions, 'decision')}"] if games else []
        return ", ".join(told)
