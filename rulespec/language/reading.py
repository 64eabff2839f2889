"""The words of a block as the parser reads them, line by line, as far as it can."""

from functools import lru_cache

from attrs import frozen

from rulespec.language.grammar import NESTED, Stack, after, begin, read_as, shift
from rulespec.language.mistakes.scan import Line, Word, lines
from rulespec.tree.limits import DEPTH


@frozen
class Placed:
    """A word of a block, the terminal that it is read as, and the parser's stack before it; None after an error.

    `first` is the index of the first word of its line.
    """

    word: Word
    terminal: str | None
    stack: Stack | None
    first: int


@lru_cache(maxsize=1024)  # for speed: at each edit of a file, most of its blocks are unchanged
def words(text: str, rule: str) -> tuple[Placed, ...]:
    """The words of a block; if its first line cannot be read, the rest is read as a body of statements."""
    found: list[Placed] = []
    stack = begin(rule)
    levels: list[tuple[int, bool]] = [(0, True)]  # the indentation of each open block, and whether the parser opened it
    for number, line in enumerate(lines(text)):
        if number:
            stack = _indented(stack, line, levels)
        stack = _line(stack, line, found) or (stack if number else after("TURN", "_NL", "_INDENT"))
    return tuple(found)


def nested_too_deep(text: str, rule: str) -> Word | None:
    """The word of a block at which the parser's stack is too deep; None if there is none."""
    if len(text.split()) + text.count("(") <= DEPTH.most:  # for speed: a short text cannot be too deep
        return None
    deep = (placed.word for placed in words(text, rule) if placed.stack is not None and placed.stack.depth >= NESTED)
    return next(deep, None)


def _indented(stack: Stack, line: Line, levels: list[tuple[int, bool]]) -> Stack:
    """The stack at the beginning of a line, after blocks are opened and closed."""
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
    """The stack after a line; None if it cannot be read."""
    here: Stack | None = stack
    first = len(found)
    for word in line.words:
        terminal = None if here is None else read_as(here, word.terminals)
        further = None if here is None or terminal is None else shift(here, terminal)
        found.append(Placed(word, None if further is None else terminal, here, first))
        here = further
    return None if here is None else shift(here, "_NL")
