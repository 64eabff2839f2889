"""Problems and spans as data for the page, with offsets in the text as it was sent."""

from collections.abc import Mapping
from pathlib import Path

from palast.web import protocol as p
from rulespec import errors
from rulespec.errors import visible
from rulespec.tree.origins import origins
from rulespec.tree.source import Span, uniform


def problem_of(problem: errors.Problem, level: p.Level, texts: Mapping[str, str]) -> p.Problem:
    """A problem as data."""
    place = None if problem.span is None else place_of(problem.span, texts)
    return p.Problem(problem.code, level, visible(problem.message), visible(problem.remedy), place)


def place_of(span: Span, texts: Mapping[str, str]) -> p.Place:
    """A span as a place, in the sent text if it is in one."""
    name, start, end = Path(span.source.path).stem, span.start, span.end
    sent = texts.get(name)
    was_sent = sent is not None and uniform(sent) == span.source.text
    if sent is not None and was_sent and sent != span.source.text:
        start, end = map(origins(sent).back, (start, end))
    return p.Place(name, was_sent, span.line, start, end)
