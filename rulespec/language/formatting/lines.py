"""A rule file as its author wrote it: its lines with their comments, and how they are nested."""

import re
from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import pairwise

from attrs import evolve, frozen

from rulespec.language.citing import citations
from rulespec.language.parser import blocks
from rulespec.language.printer import cited
from rulespec.language.reading import logical_lines
from rulespec.language.scan import TAB, Line, Word
from rulespec.language.tree import statements as s
from rulespec.language.tree.declarations import RuleFile
from rulespec.language.tree.node import walk
from rulespec.language.tree.source import Source

_REMARK = re.compile(r"#[^\n]*")
_TOUCHING = re.compile(r"#(?=\w)")


@frozen
class WrittenWord:
    """A word of a line, and what comes between it and the next: whether a new row begins, and comments."""

    text: str
    deep: int = 0  # how many parts of the tree it lies in
    breaks: bool = False
    beside: str = ""  # a comment at the end of its row
    beneath: tuple[str, ...] = ()  # comments in rows of their own

    @property
    def remarks(self) -> tuple[str, ...]:
        return (self.beside, *self.beneath) if self.beside else self.beneath


@frozen
class AtRight:
    """A citation, or a comment at the end of a line, and the column where it begins; "" for none."""

    text: str = ""
    column: int = 0


NOTHING = AtRight()


@frozen
class WrittenRemark:
    """A comment in a row of its own; `spaced` says that a blank line is above it."""

    level: int
    text: str
    spaced: bool


@frozen
class WrittenLine:
    """What a statement or a declaration says in one go, in one row or several; `level` says how deep it is nested.

    The effect after the colon of `players: draw 3 from pile to own hand` is a line that is `joined` to the one before.
    """

    block: int
    level: int
    words: tuple[WrittenWord, ...]
    spaced: bool = False
    joined: bool = False
    cites: AtRight = NOTHING
    remark: AtRight = NOTHING


Written = WrittenLine | WrittenRemark


def written(source: Source, tree: RuleFile) -> Iterator[Written]:
    """The lines and comments of a file that can be read, in order; blocks are numbered from 0, the header."""
    text, end, nodes = source.text, 0, _Nodes(tree)
    nested: tuple[int, ...] = ()  # the columns at which the blocks begin that a line lies in
    for number, (start, stop) in enumerate(blocks(source)):
        for line in logical_lines(text[start:stop], "item" if number else "header"):
            before, nested = nested, (*(column for column in nested if column < line.indent), line.indent)
            between = _Gap(text, end, start + line.start)
            yield from between.remarks(before, len(nested) - 1)
            end = start + line.end
            yield from _said(text, start, line, number, nested, between.spaced, nodes)
    yield from _Gap(text, end, len(text)).remarks(nested, 0)


class _Nodes:
    """The places of the nodes of a tree."""

    def __init__(self, tree: RuleFile) -> None:
        places = [(node, node.span.within(tree.span.source)) for node in walk(tree)]
        self.effects = {place.start for node, place in places if isinstance(node, s.Do)}
        self._starts = sorted(place.start for _, place in places)
        self._ends = sorted(place.end for _, place in places)

    def around(self, at: int) -> int:
        """How many nodes an offset lies in."""
        return bisect(self._starts, at) - bisect(self._ends, at)


class _Gap:
    """What lies between two words: comments, blank lines, and where a row ends."""

    def __init__(self, text: str, start: int, end: int) -> None:
        between = text[start:end]
        first, *rows = between.split("\n")
        self.breaks = bool(rows)
        self.beside = NOTHING
        self.own: list[tuple[str, int, bool]] = []  # comments with their columns, and whether a blank line is above
        self.spaced = False
        if start == 0:
            first, rows = "", [first, *rows]
        elif found := _REMARK.search(first):
            self.beside = AtRight(_tidy(found.group()), _column(text, start + found.start()))
        for index, row in enumerate(rows):
            if found := _REMARK.search(row):
                self.own.append((_tidy(found.group()), len(row[: found.start()].expandtabs(TAB)), self.spaced))
                self.spaced = False
            elif index < len(rows) - 1 and not row.strip():
                self.spaced = True

    def remarks(self, before: tuple[int, ...], level: int) -> Iterator[WrittenRemark]:
        """The comments in rows of their own, each as deep as the line after it, or deeper at the end of a block."""
        for text, column, spaced in self.own:
            inside = (deep for deep, at in enumerate(before) if deep > level and at <= column)
            yield WrittenRemark(max(inside, default=level), text, spaced)


def _said(
    text: str, start: int, line: Line, block: int, nested: tuple[int, ...], spaced: bool, nodes: _Nodes
) -> Iterator[Written]:
    """A line of a file; two if an effect is joined to what comes before it, or is in a row of its own below it."""
    level = len(nested) - 1
    *_, last = words = list(line.words)
    cites = NOTHING
    if last.terminals == ("CITE",):
        cites = AtRight(cited(citations(last.text)), _column(text, start + last.start))
        words.pop()
    remark = _Gap(text, start + line.end, _row_end(text, start + line.end)).beside
    joined = next((at for at in range(2, len(words)) if start + words[at].start in nodes.effects), None)
    head, effect = (words, []) if joined is None else (words[: joined - 1], words[joined:])  # without the colon
    said = _words(text, start, head, nodes)
    if not effect:
        yield WrittenLine(block, level, said, spaced, cites=cites, remark=remark)
        return
    colon = line.words[len(head)]
    gaps = [_Gap(text, start + one.end, start + two.start) for one, two in ((head[-1], colon), (colon, effect[0]))]
    then = WrittenLine(block, level + 1, _words(text, start, effect, nodes), joined=not any(gap.breaks for gap in gaps))
    if then.joined:
        yield WrittenLine(block, level, said, spaced, cites=cites, remark=remark)
        yield then
        return
    beside, *more = [*(gap.beside for gap in gaps if gap.beside.text), NOTHING]
    yield WrittenLine(block, level, said, spaced, cites=cites, remark=beside)
    own = [*(each.text for each in more if each.text), *(remark for gap in gaps for remark, *_ in gap.own)]
    yield from (WrittenRemark(level + 1, each, spaced=False) for each in own)
    yield evolve(then, remark=remark)


def _words(text: str, start: int, words: Sequence[Word], nodes: _Nodes) -> tuple[WrittenWord, ...]:
    said = [WrittenWord(word.text, nodes.around(start + word.start)) for word in words]
    for at, (word, after) in enumerate(pairwise(words)):
        gap = _Gap(text, start + word.end, start + after.start)
        if gap.breaks:
            own = tuple(remark for remark, *_ in gap.own)
            said[at] = evolve(said[at], breaks=True, beside=gap.beside.text, beneath=own)
    return tuple(said)


def _row_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _column(text: str, at: int) -> int:
    return len(text[text.rfind("\n", 0, at) + 1 : at].expandtabs(TAB))


def _tidy(remark: str) -> str:
    """A comment without spaces at its end, and with one before its first word."""
    return _TOUCHING.sub("# ", remark.rstrip(), count=1)
