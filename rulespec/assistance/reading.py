"""The words of a text as the parser takes them, as far as it can read each line."""

from collections.abc import Iterator
from functools import cache, cached_property, lru_cache

from attrs import frozen

from rulespec.language.grammar import Stack, begin, read_as, shift
from rulespec.language.mistakes.scan import Line, Word, lines
from rulespec.language.parser import blocks
from rulespec.tree.source import Source

FAR_BACK = 60  # words of a line, before one of them, by which it is told what that is


@frozen
class Placed:
    """A word of a block, as which terminal it is read, and where the parser is before it; None where it is lost.

    `first` is the index of the first word of its line.
    """

    word: Word
    terminal: str | None
    stack: Stack | None
    first: int


@frozen(slots=False)
class Block:
    """A top-level block of a text from an offset on, with its words."""

    start: int
    words: tuple[Placed, ...]

    def before(self, index: int) -> list[str]:
        """How the words are read that stand before one on its line, the nearest first."""
        first = max(self.words[index].first, index - FAR_BACK)
        return [self.words[at].terminal or "" for at in range(index - 1, first - 1, -1)]

    @cached_property
    def is_scenario(self) -> bool:
        return any(placed.terminal == "SCENARIO" for placed in self.words[:4])

    @cached_property
    def chosen(self) -> frozenset[str]:
        """The names that are given in it to what is chosen, as far as its words show that."""
        return frozenset(placed.word.text for index, placed in enumerate(self.words) if self._is_chosen(index))

    def _is_chosen(self, index: int) -> bool:
        before = self.before(index) if self.words[index].terminal == "NAME" else []
        near = before[:1]
        return near in (["CHOOSE"], ["AS"]) or (near == ["_AND"] and "CHOOSE" in before and "WHERE" not in before)


def blocks_of(source: Source) -> Iterator[Block]:
    """The blocks of a text, in order."""
    for index, (start, end) in enumerate(blocks(source)):
        yield Block(start, _words(source.text[start:end], "header" if index == 0 else "item"))


@lru_cache(maxsize=1024)  # for speed: whoever edits a file has most of its blocks read again
def _words(text: str, rule: str) -> tuple[Placed, ...]:
    """The words of a block; what is behind a line that cannot be read, is read as in any body of statements."""
    found: list[Placed] = []
    stack = begin(rule)
    levels: list[tuple[int, bool]] = [(0, True)]  # how far each open block is indented, and whether the parser knows it
    for number, line in enumerate(lines(text)):
        if number:
            stack = _indented(stack, line, levels)
        after = _line(stack, line, found)
        stack = after or (stack if number else _body())
    return tuple(found)


def _indented(stack: Stack, line: Line, levels: list[tuple[int, bool]]) -> Stack:
    """The place at the beginning of a line, blocks opened and closed."""
    if line.indent > levels[-1][0]:
        inside = shift(stack, "_INDENT")
        levels.append((line.indent, inside is not None))
        return inside or stack
    while line.indent < levels[-1][0]:
        _, known = levels.pop()
        closed = shift(stack, "_DEDENT") if known else None
        stack = closed or stack
    return stack


def _line(stack: Stack, line: Line, found: list[Placed]) -> Stack | None:
    """The place after a line; None where it cannot be read."""
    here: Stack | None = stack
    first = len(found)
    for word in line.words:
        terminal = None if here is None else read_as(here, word.terminals)
        after = None if here is None or terminal is None else shift(here, terminal)
        found.append(Placed(word, None if after is None else terminal, here, first))
        here = after
    return None if here is None else shift(here, "_NL")


@cache
def _body() -> Stack:
    """The place at the beginning of a body of statements."""
    stack: Stack | None = begin("item")
    for terminal in ("TURN", "_NL", "_INDENT"):
        assert stack is not None
        stack = shift(stack, terminal)
    assert stack is not None
    return stack
