"""What `palast test` has tried, as JSON."""

from collections.abc import Mapping
from typing import Annotated

from attrs import field, frozen

from palast.reports.form import From
from palast.reports.problems import Problem, recorded
from rulespec.experiments.scenarios import Outcome
from rulespec.experiments.suite import Looked


def shown(tested: Outcome | Looked) -> str | None:
    """The record of the game that shows why something does not hold."""
    return recorded(tested.failure)


@frozen
class Scenario:
    """A scenario, and whether it holds."""

    scenario: Annotated[str, "its key", From("key")]
    path: Annotated[str, "the file", From("place.source.path")]
    line: Annotated[int, "the line, from 1", From("place.line")]
    held: Annotated[bool, "whether it holds"]
    problem: Annotated[Problem | None, "the problem, if it does not hold"]
    game: Annotated[str | None, "the record of a game that shows it", From(shown)]
    tried: Annotated[int, "number of ways it was tried"]
    all: Annotated[bool, "whether these are all ways"]


@frozen
class Law:
    """A law, and whether it held."""

    law: Annotated[str, "its key", From("key")]
    path: Annotated[str, "the file", From("place.source.path")]
    line: Annotated[int, "the line, from 1", From("place.line")]
    held: Annotated[bool, "whether it held"]
    problem: Annotated[Problem | None, "the problem, if it did not hold"]
    game: Annotated[str | None, "the record of a game that shows it", From(shown)]
    looked: Annotated[int, "number of checks", From("times")]


@frozen
class Tested:
    """Rules that were tested."""

    rules: Annotated[str, "the file", From("suite.file")]
    on: Annotated[str | None, "the ruleset beneath it", From(lambda each: each.suite.on or None)]
    scenarios: Annotated[list[Scenario], "its scenarios"]
    laws: Annotated[list[Law], "its laws"]
    games: Annotated[Mapping[int, int], "how many games were played, for each number of players"]
    decisions: Annotated[Mapping[int, int], "how many decisions these had, for each number of players"]
    stopped: Annotated[Problem | None, "why the random games stopped, if one took too many steps"]


@frozen
class Refused:
    """Rules that cannot be loaded."""

    rules: Annotated[str, "the file", From("file")]
    on: Annotated[str | None, "the ruleset beneath it", From(lambda each: each.on or None)]
    errors: Annotated[list[Problem], "the problem", From("error.errors")]


@frozen
class Untested:
    """A file with nothing to test."""

    rules: Annotated[str, "the file", From("file")]
    reason: Annotated[str, "why it was not tested"]
    remedy: Annotated[str, "the remedy"]


@frozen
class Changes:
    """Small changes of the rules that were tried where all holds."""

    tried: Annotated[int, "how many"]
    unnoticed: Annotated[list[str], "the changes that no scenario and no law detects"]


@frozen
class Suite:
    """What was tested, in all files."""

    tested: Annotated[list[Tested], "rules that were tested"] = field(factory=list)
    refused: Annotated[list[Refused], "rules that cannot be loaded"] = field(factory=list)
    untested: Annotated[list[Untested], "files without tests"] = field(factory=list)
    changes: Annotated[Changes | None, "the mutation check, if it ran", From(lambda _: None)] = None
