"""The words of a block as the parser takes them, as far as it can read each line."""

from functools import cache, lru_cache

from attrs import frozen

from rulespec.language.grammar import NESTED, Stack, begin, read_as, shift
from rulespec.language.mistakes.scan import Line, Word, lines
from rulespec.tree.limits import DEPTH


@frozen
class Placed:
    """A word of a block, as which terminal it is read, and where the parser is before it; None where it is lost.

    `first` is the index of the first word of its line.
    """

    word: Word
    terminal: str | None
    stack: Stack | None
    first: int


@lru_cache(maxsize=1024)  # for speed: whoever edits a file has most of its blocks read again
def words(text: str, rule: str) -> tuple[Placed, ...]:
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


def nested_too_deep(text: str, rule: str) -> Word | None:
    """The word of a block at which more is open than whoever reads on could keep on a short stack."""
    if len(text.split()) + text.count("(") <= DEPTH.most:  # for speed: nothing can be so deep in so few words
        return None
    deep = (placed.word for placed in words(text, rule) if placed.stack is not None and placed.stack.depth >= NESTED)
    return next(deep, None)


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
