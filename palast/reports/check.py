"""What `palast check` has found, as JSON."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

from attrs import field, frozen

from palast.reports.form import Key
from palast.reports.mutants import Mutation
from palast.reports.profile import Cost, cost
from rulespec import errors
from rulespec.experiments import hunt
from rulespec.experiments.failures import Failure
from rulespec.experiments.suite.saved_game import text_of

Level = Literal["error", "warning", "note"]


@frozen
class Finding:
    """What is wrong with the rules, or to be known of them."""

    level: Annotated[Level, "how grave it is"]
    message: Annotated[str, "what is wrong"]
    code: Annotated[str | None, "its code, such as `W050`"] = None
    path: Annotated[str | None, "the file"] = None
    line: Annotated[int | None, "the line, from 1"] = None
    column: Annotated[int | None, "the column, from 1"] = None
    remedy: Annotated[str | None, "what to do about it; empty if nothing is to be said"] = None
    game: Annotated[str | None, "the record of a game that shows it"] = None
    scenario: Annotated[str | None, "the same as a scenario to paste, if a law does not hold"] = None


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

    what: Annotated[str, "what it is"]
    block: Annotated[str, "the key of its block"]
    path: Annotated[str, "the file"]
    line: Annotated[int, "the line, from 1"]
    players: Annotated[list[int], "with which numbers of players it never ran"]


@frozen
class LookedAt:
    """The games that were looked at."""

    games: Annotated[Mapping[int, int], "how many, for each number of players"]
    decisions: Annotated[Mapping[int, int], "how many decisions these had, for each number of players"]
    left: Annotated[int, "how many games took too many answers to be finished"]
    cut: Annotated[bool, "whether the time was over before all were played"]
    proved: Annotated[list[Proved], "what all positions have shown, if they are few"]
    facts: Annotated[list[Fact], "what is so with these rules, without being wrong"]
    costs: Annotated[list[Cost], "what each line cost in a few games, the most expensive first"]
    clauses: Annotated[int, "how many parts the rules have that can run"]
    never_ran: Annotated[list[Idle], "those of them that never ran", Key("never ran")]


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


def finding(found: hunt.Finding) -> Finding:
    """A finding with the game that shows it."""
    problem, failure = found.problem, None if found.state is None else Failure(found.problem, found.state)
    return Finding(
        found.level, problem.message, problem.code, problem.path, problem.line, problem.column, problem.remedy,
        game=None if failure is None else text_of(failure.record),
        scenario=None if failure is None or failure.law is None else failure.scenario,
    )  # fmt: skip


def refused(told: str, found: Iterable[errors.Problem]) -> list[Finding]:
    """Why a file could not be loaded."""
    return [finding(hunt.Finding(each)) for each in found] or [Finding("error", told)]


def looked_at(report: hunt.Report) -> LookedAt:
    """What was played in a hunt."""
    searched = report.searched
    return LookedAt(
        games=searched.games,
        decisions=searched.decisions,
        left=searched.left,
        cut=searched.cut,
        proved=[Proved(each.players, each.positions, each.ends, [*each.laws]) for each in report.proofs],
        facts=[Fact(each.about, each.said) for each in report.facts],
        costs=[cost(each) for each in report.costs],
        clauses=report.clauses,
        never_ran=[
            Idle(each.said, each.block, each.span.source.path, each.span.line, [*each.players]) for each in report.never
        ],
    )
