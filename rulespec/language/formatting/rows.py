"""The rows of a file: its lines where they break, with at most one blank line in between."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import assert_never

from attrs import evolve

from rulespec.language.formatting.breaking import TextRow, broken
from rulespec.language.formatting.lines import AtRight, Written, WrittenLine, WrittenRemark


def rows(said: Iterable[Written]) -> Iterator[TextRow]:
    """The rows of lines and comments; no blank line is at the beginning of the file, or of what is nested."""
    waiting = [*said]
    heads = [each for each in waiting if isinstance(each, WrittenLine) and not each.joined]
    bodies = iter([head.level < after.level for head, after in pairwise(heads)] + [False])
    above = -1  # how deep is what stands above
    for each, after in pairwise((*waiting, None)):
        match each:
            case WrittenRemark(level, text, spaced):
                yield TextRow(level, "", spaced and above >= level, remark=AtRight(text))
                above = level
            case WrittenLine(level=level, spaced=spaced):
                if each.joined:
                    continue  # an effect, which has its place by what it is joined to
                effect = after if isinstance(after, WrittenLine) and after.joined else None
                yield from broken(evolve(each, spaced=spaced and above >= level), effect, next(bodies))
                above = level
            case None:
                pass
            case _:
                assert_never(each)
