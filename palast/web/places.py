"""Problems and spans as data for the page, with offsets in the text as it was sent."""

from collections.abc import Mapping
from pathlib import Path

from palast.web import protocol as p
from rulespec.language import errors
from rulespec.language.errors import visible
from rulespec.language.files import path_of
from rulespec.language.tree.origins import origins
from rulespec.language.tree.source import Source, Span, uniform


def problem_of(problem: errors.Problem, level: p.Level, texts: Mapping[str, str]) -> p.Problem:
    """A problem as data."""
    place = None if problem.span is None else place_of(problem.span, texts)
    return p.Problem(problem.code, level, visible(problem.message), visible(problem.remedy), place)


def place_of(span: Span, texts: Mapping[str, str]) -> p.Place:
    """A span as a place, in the sent text if it is in one."""
    path = span.source.path
    name = Path(path).stem
    sent = texts.get(name) if path == path_of(name) else None
    if sent is None:
        return p.Place(name, False, span.line, span.start, span.end)
    there, back = span.within(Source(path, uniform(sent))), origins(sent).back
    return p.Place(name, True, span.line, back(there.start), back(there.end))
