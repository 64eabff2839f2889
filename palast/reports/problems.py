"""Problems as JSON, and why a command could not do what it was asked for."""

from collections.abc import Iterable
from typing import Annotated, Any

from attrs import frozen

from palast.reports.form import made
from rulespec.experiments.suite.saved_game import text_of
from rulespec.language import errors


@frozen
class Problem:
    """What is wrong with a file, and where."""

    code: Annotated[str, "its code, such as `E020` (see `palast manual language`); empty if it has none"]
    path: Annotated[str, "the file"]
    line: Annotated[int, "the line, from 1; 0 if it is about no line"]
    column: Annotated[int, "the column, from 1; 0 if it is about no line"]
    message: Annotated[str, "the problem"]
    remedy: Annotated[str, "the remedy; empty if there is none"]


@frozen
class Refusal:
    """Why a command could not do what it was asked for; its exit status is not 0."""

    error: Annotated[str, "the problem and the remedy, in one text"]
    problems: Annotated[list[Problem], "the problems one by one, if they are in files"]


def problems(found: Iterable[errors.Problem]) -> list[Problem]:
    """Problems of rule files."""
    return [made(Problem, each) for each in found]


def recorded(found: Any) -> str | None:
    """The text of the record of what was found; None if nothing shows it, or its rules cannot be named."""
    return None if found is None else text_of(found.record)


def refusal(error: Exception) -> Refusal:
    """Why an error ended a command."""
    match error:
        case errors.RulesError():
            return Refusal(str(error), problems(error.errors))
        case errors.RecordError():
            return Refusal(str(error), [Problem("", error.path, error.line, 1, error.message, error.remedy)])
        case _:
            return Refusal(str(error), [])
