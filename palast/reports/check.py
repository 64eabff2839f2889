"""What `palast check` has found, as JSON."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

from attrs import field, frozen

from palast.reports.form import From, Key, made
from palast.reports.mutants import Mutation
from palast.reports.problems import recorded
from palast.reports.profile import Cost
from rulespec.experiments import hunt
from rulespec.experiments.failures import Failure
from rulespec.language import errors

Level = Literal["error", "warning", "note"]


def failure(found: hunt.Finding) -> Failure | None:
    """The game that shows a finding; None if none does."""
    return None if found.state is None else Failure(found.problem, found.state)


def game_of(found: hunt.Finding) -> str | None:
    """The record of the game that shows a finding."""
    return recorded(failure(found))


def scenario_of(found: hunt.Finding) -> str | None:
    """The scenario that shows a broken law."""
    shown = failure(found)
    return None if shown is None or shown.law is None else shown.scenario


@frozen
class Finding:
    """What is wrong with the rules, or to be known of them."""

    level: Annotated[Level, "severity"]
    message: Annotated[str, "the problem", From("problem.message")]
    code: Annotated[str | None, "its code, such as `W050`", From("problem.code")] = None
    path: Annotated[str | None, "the file", From("problem.path")] = None
    line: Annotated[int | None, "the line, from 1", From("problem.line")] = None
    column: Annotated[int | None, "the column, from 1", From("problem.column")] = None
    remedy: Annotated[str | None, "the remedy; empty if there is none", From("problem.remedy")] = None
    game: Annotated[str | None, "the record of a game that shows it", From(game_of)] = None
    scenario: Annotated[str | None, "the same game as a scenario to paste, for a law that fails", From(scenario_of)] = (
        None
    )


@frozen
class Proved:
    """What all positions with a number of players have shown."""

    players: Annotated[int, "how many play"]
    positions: Annotated[int, "how many positions there are"]
    ends: Annotated[bool, "whether every game ends"]
    laws: Annotated[list[str], "the laws that hold in all of them"]


@frozen
class Fact:
    """What the games have shown of the rules."""

    about: Annotated[str, "kind of fact"]
    said: Annotated[str, "the fact, in a sentence"]


@frozen
class Idle:
    """A part of the rules that never ran."""

    what: Annotated[str, "description", From("said")]
    block: Annotated[str, "the key of its block"]
    path: Annotated[str, "the file", From("span.source.path")]
    line: Annotated[int, "the line, from 1", From("span.line")]
    players: Annotated[list[int], "numbers of players with which it never ran"]


@frozen
class LookedAt:
    """The games that were looked at."""

    games: Annotated[Mapping[int, int], "how many, for each number of players", From("searched.games")]
    decisions: Annotated[
        Mapping[int, int], "how many decisions these had, for each number of players", From("searched.decisions")
    ]
    left: Annotated[int, "number of games that took too many answers", From("searched.left")]
    cut: Annotated[bool, "whether time ran out before all games were played", From("searched.cut")]
    proved: Annotated[list[Proved], "results proved by visiting all positions, if they are few", From("proofs")]
    facts: Annotated[list[Fact], "facts about these rules that are not problems"]
    costs: Annotated[list[Cost], "cost of each line in a few games, the most expensive first"]
    clauses: Annotated[int, "number of parts of the rules that can run"]
    never_ran: Annotated[list[Idle], "the parts that never ran", From("never"), Key("never ran")]


@frozen
class Checked:
    """The check of one file."""

    file: Annotated[str, "the file, as it was named"]
    findings: Annotated[list[Finding], "the findings"] = field(factory=list)
    cut_short: Annotated[bool, "whether time ran out before a problem was found", Key("cut short")] = False
    looked_at: Annotated[Mapping[str, LookedAt], "the games played, for each ruleset", Key("looked at")] = field(
        factory=dict
    )
    mutants: Annotated[list[Mutation], "with `--mutants`: the small changes, for each ruleset"] = field(factory=list)


def refused(told: str, found: Iterable[errors.Problem]) -> list[Finding]:
    """Why a file could not be loaded."""
    return [made(Finding, hunt.Finding(each)) for each in found] or [Finding("error", told)]
