"""What `palast test` has tried, as JSON."""

from collections.abc import Mapping
from typing import Annotated

from attrs import field, frozen

from palast.reports.problems import Problem, problem, problems
from rulespec.experiments.scenarios import Outcome
from rulespec.experiments.suite import Looked, SuiteReport
from rulespec.experiments.suite.saved_game import text_of


@frozen
class Scenario:
    """A scenario, and whether it holds."""

    scenario: Annotated[str, "its key"]
    path: Annotated[str, "the file"]
    line: Annotated[int, "the line, from 1"]
    held: Annotated[bool, "whether it holds"]
    problem: Annotated[Problem | None, "what is wrong, if it does not"]
    game: Annotated[str | None, "the record of a game that shows it"]
    tried: Annotated[int, "in how many ways it was laid out"]
    all: Annotated[bool, "whether these are all there are"]


@frozen
class Law:
    """A law, and whether it held."""

    law: Annotated[str, "its key"]
    path: Annotated[str, "the file"]
    line: Annotated[int, "the line, from 1"]
    held: Annotated[bool, "whether it held"]
    problem: Annotated[Problem | None, "what is wrong, if it did not"]
    game: Annotated[str | None, "the record of a game that shows it"]
    looked: Annotated[int, "how often it was looked at"]


@frozen
class Tested:
    """Rules that were tested."""

    rules: Annotated[str, "the file"]
    on: Annotated[str | None, "the ruleset that it was laid on"]
    scenarios: Annotated[list[Scenario], "its scenarios"]
    laws: Annotated[list[Law], "its laws"]
    games: Annotated[Mapping[int, int], "how many games were played, for each number of players"]
    decisions: Annotated[Mapping[int, int], "how many decisions these had, for each number of players"]
    stopped: Annotated[Problem | None, "why no other games were played, if one took too many steps"]


@frozen
class Refused:
    """Rules that cannot be loaded."""

    rules: Annotated[str, "the file"]
    on: Annotated[str | None, "the ruleset that it was laid on"]
    errors: Annotated[list[Problem], "what is wrong with it"]


@frozen
class Untested:
    """A file with nothing to test."""

    rules: Annotated[str, "the file"]
    reason: Annotated[str, "why nothing is tested"]
    remedy: Annotated[str, "what to do about it"]


@frozen
class Changes:
    """Small changes of the rules that were tried where all holds."""

    tried: Annotated[int, "how many"]
    unnoticed: Annotated[list[str], "those that nothing would notice"]


@frozen
class Suite:
    """What was tested, in all files."""

    tested: Annotated[list[Tested], "rules that were tested"] = field(factory=list)
    refused: Annotated[list[Refused], "rules that cannot be loaded"] = field(factory=list)
    untested: Annotated[list[Untested], "files with nothing to test"] = field(factory=list)
    changes: Annotated[Changes | None, "what nothing would notice, if that was tried"] = None


def suite(report: SuiteReport, changes: Changes | None) -> Suite:
    """A report on suites; with the changes that nothing would notice, if any were tried."""
    return Suite(
        [
            Tested(
                each.suite.file,
                each.suite.on or None,
                [Scenario(of.key, *_of(of), of.tried, of.all) for of in each.scenarios],
                [Law(of.key, *_of(of), of.times) for of in each.laws],
                each.games,
                each.decisions,
                None if each.stopped is None else problem(each.stopped),
            )
            for each in report.tested
        ],
        [Refused(each.file, each.on or None, problems(each.error.errors)) for each in report.refused],
        [Untested(each.file, each.reason, each.remedy) for each in report.untested],
        changes,
    )


def _of(tested: Outcome | Looked) -> tuple[str, int, bool, Problem | None, str | None]:
    return (
        tested.place.source.path,
        tested.place.line,
        tested.held,
        None if tested.problem is None else problem(tested.problem),
        None if tested.failure is None else text_of(tested.failure.record),
    )
