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

    level: Annotated[Level, "how grave it is"]
    message: Annotated[str, "what is wrong", From("problem.message")]
    code: Annotated[str | None, "its code, such as `W050`", From("problem.code")] = None
    path: Annotated[str | None, "the file", From("problem.path")] = None
    line: Annotated[int | None, "the line, from 1", From("problem.line")] = None
    column: Annotated[int | None, "the column, from 1", From("problem.column")] = None
    remedy: Annotated[str | None, "what to do about it; empty if nothing is to be said", From("problem.remedy")] = None
    game: Annotated[str | None, "the record of a game that shows it", From(game_of)] = None
    scenario: Annotated[str | None, "the same as a scenario to paste, if a law does not hold", From(scenario_of)] = None


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

    about: Annotated[str, "what sort of fact it is"]
    said: Annotated[str, "the fact, in a sentence"]


@frozen
class Idle:
    """A part of the rules that never ran."""

    what: Annotated[str, "what it is", From("said")]
    block: Annotated[str, "the key of its block"]
    path: Annotated[str, "the file", From("span.source.path")]
    line: Annotated[int, "the line, from 1", From("span.line")]
    players: Annotated[list[int], "with which numbers of players it never ran"]


@frozen
class LookedAt:
    """The games that were looked at."""

    games: Annotated[Mapping[int, int], "how many, for each number of players", From("searched.games")]
    decisions: Annotated[
        Mapping[int, int], "how many decisions these had, for each number of players", From("searched.decisions")
    ]
    left: Annotated[int, "how many games took too many answers to be finished", From("searched.left")]
    cut: Annotated[bool, "whether the time was over before all were played", From("searched.cut")]
    proved: Annotated[list[Proved], "what all positions have shown, if they are few", From("proofs")]
    facts: Annotated[list[Fact], "what is so with these rules, without being wrong"]
    costs: Annotated[list[Cost], "what each line cost in a few games, the most expensive first"]
    clauses: Annotated[int, "how many parts the rules have that can run"]
    never_ran: Annotated[list[Idle], "those of them that never ran", From("never"), Key("never ran")]


@frozen
class Checked:
    """The check of one file."""

    file: Annotated[str, "the file, as it was named"]
    findings: Annotated[list[Finding], "what was found"] = field(factory=list)
    cut_short: Annotated[bool, "whether the time was over before anything was found", Key("cut short")] = False
    looked_at: Annotated[Mapping[str, LookedAt], "what was played, for each ruleset", Key("looked at")] = field(
        factory=dict
    )
    mutants: Annotated[list[Mutation], "with `--mutants`: the small changes, for each ruleset"] = field(factory=list)


def refused(told: str, found: Iterable[errors.Problem]) -> list[Finding]:
    """Why a file could not be loaded."""
    return [made(Finding, hunt.Finding(each)) for each in found] or [Finding("error", told)]
