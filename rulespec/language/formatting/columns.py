"""The text of rows, with citations and the comments at the ends of rows in columns."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate, groupby

from attrs import frozen

from rulespec.language.formatting.breaking import APART, WIDTH, TextRow
from rulespec.language.formatting.lines import AtRight
from rulespec.language.printer import INDENT

_LEAST = 2  # spaces before what stands in a column with others


def page(rows: Sequence[TextRow]) -> str:
    """The text of rows."""
    texts = [INDENT * row.level + row.text for row in rows]
    numbers = [*accumulate(bool(row.text) + row.spaced for row in rows)]  # comments do not part neighbours
    _put(texts, numbers, {at: row.cites for at, row in enumerate(rows) if row.cites.text})
    room = [WIDTH - APART - len(text) for text in texts]
    beside = {at: row.remark for at, row in enumerate(rows) if row.text and 0 < len(row.remark.text) <= room[at]}
    _put(texts, numbers, beside)
    told: list[str] = []
    for at, (row, text) in enumerate(zip(rows, texts, strict=True)):
        told += [""] if row.spaced else []
        told += [INDENT * row.level + row.remark.text] if row.remark.text and at not in beside else []
        told += [text] if row.text else []
    return "".join(f"{line}\n" for line in told)


def _put(texts: list[str], numbers: Sequence[int], at_right: Mapping[int, AtRight]) -> None:
    """Puts something at the right of some rows."""
    standing = [PutRight(numbers[at], len(texts[at]), each) for at, each in at_right.items()]
    for at, column, each in zip(at_right, _columns(standing), standing, strict=True):
        texts[at] = texts[at].ljust(column) + each.at_right.text


@frozen
class PutRight:
    """Something at the right of a row: the row's number, where its text ends, and where the author has put it."""

    number: int
    width: int
    at_right: AtRight

    def fits(self, column: int) -> bool:
        return self.width + _LEAST <= column and column + len(self.at_right.text) <= WIDTH


def _columns(standing: Sequence[PutRight]) -> list[int]:
    """The column of each: the one in which most are, else one for each stretch of neighbouring rows."""
    shared = _shared(standing, [each.at_right.column for each in standing])
    apart = _apart(standing)
    if shared is None:  # what would be shared by what comes out has to be shared now
        shared = _shared(standing, apart)
    if shared is None:
        return apart
    return [shared if each.fits(shared) else each.width + APART for each in standing]


def _shared(standing: Sequence[PutRight], at: list[int]) -> int | None:
    """The column in which more than half of them are, and fit."""
    fitting = Counter(column for each, column in zip(standing, at, strict=True) if each.fits(column))
    column, times = max(fitting.items(), key=lambda each: each[1], default=(None, 0))
    return column if 2 * times > len(standing) else None


def _apart(standing: Sequence[PutRight]) -> list[int]:
    """A column for each stretch of neighbouring rows: the one that it has, else behind the longest."""
    found: list[int] = []
    for _, stretch in groupby(enumerate(standing), lambda each: each[1].number - each[0]):
        members = [each for _, each in stretch]
        shared = _shared(members, [each.at_right.column for each in members]) if len(members) > 1 else None
        column = max(each.width for each in members) + APART if shared is None else shared
        found += [column if each.fits(column) else each.width + APART for each in members]
    return found
