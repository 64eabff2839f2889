"""Where a line goes on in another row: where its author broke it, and, where a row is too long, where it fits best."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from attrs import evolve, frozen

from rulespec.language.formatting.lines import NOTHING, AtRight, WrittenLine, WrittenWord
from rulespec.language.formatting.spelling import apart, said
from rulespec.language.printer import INDENT

WIDTH = 120  # columns of a row
APART = 4  # spaces before what stands at the right, if it stands in no column with others
_JOINTS = (",", "and", "or")
_JOINING = frozenset({"plus", "minus", "except", "times", "where", "preferring", "with", "then", "so"})
_ROW = 1_000  # what one more row costs, compared with a break at a bad place
_BEYOND = 1_000_000  # what each column costs that is too much


@frozen
class TextRow:
    """One row of a file; without a text it is a comment in a row of its own."""

    level: int
    text: str
    spaced: bool = False
    cites: AtRight = NOTHING
    remark: AtRight = NOTHING

    @property
    def width(self) -> int:
        return len(INDENT) * self.level + len(self.text)


def broken(line: WrittenLine, effect: WrittenLine | None, has_body: bool) -> list[TextRow]:
    """The rows of a line with the effect that is joined to it, which comes beneath where it does not fit."""
    above, words = _lifted(line.words if effect is None else (*line.words, WrittenWord(":"), *effect.words))
    deeper = line.level + (2 if has_body else 1)
    ends = _ends(words, line.level, deeper, _at_right(line), rewrap=effect is None)
    if ends is None:
        assert effect is not None
        return [*broken(line, None, has_body=True), *broken(evolve(effect, joined=False), None, has_body=False)]
    rows = [TextRow(line.level, "", remark=AtRight(remark)) for remark in above]
    rows += _rows(words, ends, line.level, deeper)
    rows[-1] = evolve(rows[-1], cites=line.cites, remark=line.remark)
    rows[0] = evolve(rows[0], spaced=line.spaced)
    return rows


def _lifted(words: Sequence[WrittenWord]) -> tuple[list[str], list[WrittenWord]]:
    """The comments that stand where no row can end, and the words that end rows only where they can."""
    above: list[str] = []
    kept: list[WrittenWord] = []
    free = {*_costs(words), *_unbracketed(words)}
    for index, word in enumerate(words, 1):
        above += () if index in free else word.remarks
        kept.append(word if index in free else WrittenWord(word.text, word.deep))
    return above, kept


def _unbracketed(words: Sequence[WrittenWord]) -> Iterator[int]:
    """Where the author can end a row outside of brackets."""
    opened = 0
    for index, (word, after) in enumerate(pairwise(words), 1):
        opened += (word.text == "(") - (word.text == ")")
        if not opened and apart(word, after):
            yield index


def _at_right(line: WrittenLine) -> int:
    """The columns that the citations of a line take at least."""
    return APART + len(line.cites.text) if line.cites.text else 0


def _ends(words: list[WrittenWord], level: int, deeper: int, at_right: int, *, rewrap: bool) -> list[int] | None:
    """Before which words a row ends; None if a row of the author's is too long, and none is to be broken."""
    kept = [index for index, word in enumerate(words, 1) if word.breaks]
    room, costs = _Room(words, level, deeper, at_right), _costs(words)
    ends = list[int]()
    for start, end in pairwise((0, *kept, len(words))):
        if room.excess(start, end) > 0:
            if not rewrap:
                return None
            ends += _best(costs, room, start, end)
        ends += (end,) * (end < len(words))
    return ends


class _Room:
    """How long rows of these words are."""

    def __init__(self, words: list[WrittenWord], level: int, deeper: int, at_right: int) -> None:
        self._starts, self._ends = [0], [len(words[0].text)]
        for before, word in pairwise(words):
            self._starts.append(self._ends[-1] + apart(before, word))
            self._ends.append(self._starts[-1] + len(word.text))
        self._first, self._later = (WIDTH - len(INDENT) * each for each in (level, deeper))
        self._at_right = at_right

    def excess(self, start: int, end: int) -> int:
        """By how many columns the row of the words from one up to another is too long."""
        width = self._ends[end - 1] - self._starts[start] + (self._at_right if end == len(self._ends) else 0)
        return width - (self._later if start else self._first)


def _best(costs: Mapping[int, int], room: _Room, first: int, last: int) -> list[int]:
    """The breaks of a row that make the fewest rows, at the best places, with as much in the first of them as fits."""
    best: dict[int, tuple[int, int]] = {last: (0, 0)}  # from a word on: what it costs, and where the row ends
    for start in range(last - 1, first - 1, -1):
        if start > first and start not in costs:
            continue
        ways = []
        for end in range(start + 1, last + 1):
            if end in best:
                excess = max(0, room.excess(start, end))
                ways.append((best[end][0] + _ROW + costs.get(end, 0) + _BEYOND * excess, -end))
                if excess:
                    break
        cost, end = min(ways)
        best[start] = cost, -end
    ends, at = [], best[first][1]
    while at < last:
        ends.append(at)
        at = best[at][1]
    return ends


def _costs(words: Sequence[WrittenWord]) -> dict[int, int]:
    """Where a row can end, and how bad that is: the deeper in the tree, the worse.

    In one of several parts between commas, such as cases, it is as bad as another row.
    """
    costs: dict[int, int] = {}
    least, opened = min(word.deep for word in words), 0
    parts = min((word.deep for word in words if word.text == ","), default=None)
    for index, (word, after) in enumerate(pairwise(words), 1):
        opened += (word.text == "(") - (word.text == ")")
        deep, cost = word.deep, (0 if word.text == "," else 5) + (10 if opened else 0)
        if word.text not in _JOINTS:
            if not opened or not apart(word, after):
                continue
            deep, cost = after.deep, 15 if after.text in _JOINING else 200
        costs[index] = 20 * (deep - least) + cost + (_ROW if parts is not None and deep > parts else 0)
    return costs


def _rows(words: list[WrittenWord], ends: list[int], level: int, deeper: int) -> Iterator[TextRow]:
    for start, end in pairwise((0, *ends, len(words))):
        row, remarks = TextRow(deeper if start else level, said(words[start:end])), words[end - 1].beneath
        beside = words[end - 1].beside
        if row.width + APART + len(beside) > WIDTH:  # then it comes beneath, where the row still has to end
            beside, remarks = "", (beside, *remarks)
        yield evolve(row, remark=AtRight(beside))
        yield from (TextRow(deeper, "", remark=AtRight(remark)) for remark in remarks if remark)
