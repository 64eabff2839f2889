"""The words of a block as the parser reads them, line by line, as far as it can."""

from functools import lru_cache

from attrs import frozen

from rulespec.language.grammar import NESTED, Stack, after, begin, read_as, reserved, shift
from rulespec.language.mistakes.scan import Line, Word, lines
from rulespec.language.tree.limits import DEPTH


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
def words(text: str, rule: str, typed: int = -1) -> tuple[Placed, ...]:
    """The words of a block; if its first line cannot be read, the rest is read as a body of statements.

    The word that begins at the offset `typed` is still being typed: nothing before it is read otherwise because of it.
    """
    found: list[Placed] = []
    stack = begin(rule)
    levels: list[tuple[int, bool]] = [(0, True)]  # the indentation of each open block, and whether the parser opened it
    all_ = list(lines(text))
    for number, line in enumerate(all_):
        if number:
            stack = _indented(stack, line, levels)
        opens = number + 1 < len(all_) and all_[number + 1].indent > line.indent
        further = _line(stack, line, found, opens=opens, typed=typed)
        stack = further or (stack if number else after("TURN", "_NL", "_INDENT"))
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


def _line(stack: Stack, line: Line, found: list[Placed], *, opens: bool, typed: int) -> Stack | None:
    """The stack after a line, which `opens` a block or not; None if it cannot be read.

    A keyword is read as a name if the line makes no sense otherwise. So a word that the language gains later, to open
    a statement for instance, can still be the name that it is in older files. A line that is being typed makes sense if
    all before the word that begins at `typed` does.
    """
    first, names = len(found), frozenset[int]()

    def fits(read: tuple[list[Placed], Stack | None]) -> bool:
        return _fits(read[1], opens=opens) or _reaches(read[0], typed)

    read = plain = _read(stack, line, first, names)
    while not fits(read):
        others = (names | {at} for at in range(_failed(read[0]), -1, -1) if _could_be_name(read[0], at))
        more = [(each, _read(stack, line, first, each)) for each in others]
        better = [each for each in more if fits(each[1]) or _failed(each[1][0]) > _failed(read[0])]
        if not better:
            read = plain
            break
        names, read = better[0]
    found += read[0]
    found += (Placed(word, None, None, first) for word in line.words[len(read[0]) :])
    return read[1]


def _read(stack: Stack, line: Line, first: int, names: frozenset[int]) -> tuple[list[Placed], Stack | None]:
    """The words of a line up to an error, some of them as names, and the stack after the line; None after an error."""
    here = stack
    read = list[Placed]()
    for at, word in enumerate(line.words):
        terminal = read_as(here, ("NAME",) if at in names else word.terminals)
        further = None if terminal is None else shift(here, terminal)
        read.append(Placed(word, None if further is None else terminal, here, first))
        if further is None:
            return read, None
        here = further
    return read, shift(here, "_NL")


def _fits(after: Stack | None, *, opens: bool) -> bool:
    """Whether a line can be read, and a block can follow if one does."""
    return after is not None and (not opens or shift(after, "_INDENT") is not None)


def _failed(read: list[Placed]) -> int:
    """The index of the word at which a line cannot be read; that after the last one if the line cannot end there."""
    return next((at for at, placed in enumerate(read) if placed.terminal is None), len(read))


def _reaches(read: list[Placed], start: int) -> bool:
    """Whether a line can be read up to the word that begins at an offset, with no reserved word as a name."""
    before = [placed for placed in read if placed.word.start < start]
    if len(before) == len(read) or read[len(before)].word.start != start or read[len(before)].stack is None:
        return False
    return not any(placed.terminal == "NAME" and placed.word.text in reserved() for placed in before)


def _could_be_name(read: list[Placed], at: int) -> bool:
    """Whether a word that is read as a keyword could be a name."""
    if at >= len(read) or read[at].terminal == "NAME" or read[at].word.text in reserved():
        return False
    stack = read[at].stack
    return stack is not None and read[at].word.is_name and shift(stack, "NAME") is not None


def keywords_as_names(text: str, rule: str) -> frozenset[int]:
    """Where keywords of a block begin that are read as names."""
    read = words(text, rule)
    return frozenset(each.word.start for each in read if each.terminal == "NAME" and each.word.terminals[0] != "NAME")
