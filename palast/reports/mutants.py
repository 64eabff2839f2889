"""A mutation test as JSON: each small change, and whether anything notices."""

from typing import Annotated, Literal, assert_never

from attrs import frozen

from palast.reports.form import From
from rulespec.experiments.mutation import Alike, Judged, Killed, MutantReport, Survives
from rulespec.experiments.suite.saved_game import text_of

SHOWN = 5  # survivors with a game


@frozen
class Mutant:
    """A small change of the rules, and what became of it."""

    what: Annotated[str, "kind of change"]
    block: Annotated[str, "the key of the block that it changes"]
    layer: Annotated[str, "the ruleset or layer with the block"]
    path: Annotated[str, "the file"]
    line: Annotated[int, "the line, from 1"]
    column: Annotated[int, "the column, from 1"]
    old: Annotated[list[str], "the lines as they are"]
    new: Annotated[list[str], "the lines as they were changed to"]
    verdict: Annotated[Literal["killed", "alike", "survives"], "whether it was detected, changed no game, or survived"]
    by: Annotated[str | None, "the law or scenario that detected it"] = None
    at: Annotated[str | None, "its place: file, line and column"] = None
    answers: Annotated[int | None, "number of answers before it was detected"] = None
    game: Annotated[str | None, f"the record of a game that differs, for {SHOWN} survivors"] = None


def judged(report: MutantReport) -> list[Mutant]:
    """The changes that were tried; the first survivors have a game."""
    shown = {id(each) for each in report.survivors[:SHOWN]}
    return [_mutant(each, shown=id(each) in shown) for each in report.judged]


def _mutant(found: Judged, *, shown: bool) -> Mutant:
    mutant, verdict = found.mutant, found.verdict
    change = (
        mutant.what, mutant.key, mutant.layer, mutant.at.source.path, mutant.at.line, mutant.at.column,
        [*mutant.old], [*mutant.new],
    )  # fmt: skip
    match verdict:
        case Killed(by, place, answers):
            return Mutant(*change, "killed", by, str(place), answers)
        case Alike():
            return Mutant(*change, "alike")
        case Survives():
            parted = verdict.differences.parted if shown else None
            return Mutant(*change, "survives", game=None if parted is None else text_of(parted.record))
        case _:
            assert_never(verdict)


@frozen
class Mutation:
    """The small changes of one ruleset."""

    rules: Annotated[str, "the name of the rules", From("rules.name")]
    games: Annotated[int, "number of pairs of games"]
    left: Annotated[int, "number of changes not tried before time ran out"]
    wrong: Annotated[list[str], "laws and scenarios that fail under the unchanged rules"]
    mutants: Annotated[list[Mutant], "the changes", From(judged)]
