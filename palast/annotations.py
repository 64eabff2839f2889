"""Problems in the form that GitHub shows beside a line of a file: workflow commands, a line of output each."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from rulespec.language.errors import Problem, visible

Level = Literal["error", "warning", "notice"]


def annotations(level: Level, problems: Iterable[Problem]) -> Iterable[str]:
    """A line for each problem."""
    return [_annotation(level, each) for each in problems]


def _annotation(level: Level, problem: Problem) -> str:
    placed = {"file": _from_root(problem.path)}
    if problem.line:
        placed |= {"line": str(problem.line), "col": str(problem.column)}
    if problem.span is not None and (marked := problem.span.text.rstrip()):
        line, column = problem.span.source.position(problem.span.start + len(marked))
        placed |= {"endLine": str(line)}
        if line == problem.line:  # GitHub takes columns of one line alone
            placed |= {"endColumn": str(column)}
        else:
            del placed["col"]
    placed |= {"title": problem.code} if problem.code else {}
    said = ",".join(f"{key}={_escaped(value, ':,')}" for key, value in placed.items())
    message = "\n".join(filter(None, (problem.message, problem.remedy)))
    return f"::{level} {said}::{_escaped(message)}"


def _from_root(path: str) -> str:
    """A path as it is called from the root of the repository, where that is known."""
    root, whole = os.environ.get("GITHUB_WORKSPACE"), Path(path).absolute()
    if not root or not whole.is_relative_to(root):
        return path
    return whole.relative_to(root).as_posix()


def _escaped(text: str, more: str = "") -> str:
    """A text without the signs that end a message, or with `more` those that end a property."""
    text = visible(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    for sign in more:
        text = text.replace(sign, f"%{ord(sign):02X}")
    return text
