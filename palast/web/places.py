"""Problems and places in rule files as the page shows them: offsets in the text as its sender has it."""

from collections.abc import Mapping
from pathlib import Path

from palast.web import protocol as p
from rulespec import errors
from rulespec.errors import visible
from rulespec.tree.source import Span, uniform


def problem_of(problem: errors.Problem, level: p.Level, texts: Mapping[str, str]) -> p.Problem:
    """A problem as data."""
    place = None if problem.span is None else place_of(problem.span, texts)
    return p.Problem(problem.code, level, visible(problem.message), visible(problem.remedy), place)


def place_of(span: Span, texts: Mapping[str, str]) -> p.Place:
    """Where something stands: in the text that was sent, if it is one of those."""
    name, start, end = Path(span.source.path).stem, span.start, span.end
    sent = texts.get(name)
    was_sent = sent is not None and uniform(sent) == span.source.text
    if sent is not None and was_sent and sent != span.source.text:
        start, end = _sent(sent, start), _sent(sent, end)
    return p.Place(name, was_sent, span.line, span.column, start, end)


def _sent(text: str, offset: int) -> int:
    """The offset in a text as it was sent that an offset in it, made uniform, means."""
    low, high = 0, len(text)
    while low < high:  # the fewest characters that come to as many
        middle = (low + high) // 2
        if len(uniform(f"{text[:middle]}\n")) - 1 < offset:
            low = middle + 1
        else:
            high = middle
    return low
