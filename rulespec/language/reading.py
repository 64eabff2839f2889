"""The words of a block as the parser reads them, line by line, as far as it can."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import islice, pairwise

from attrs import evolve, frozen

from rulespec.language.grammar import (
    NESTED,
    Stack,
    after,
    begin,
    keywords,
    legal,
    read,
    read_as,
    reserved,
    shift,
    wants_block,
)
from rulespec.language.scan import Line, Word, lines
from rulespec.language.suggest import nearest
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
    return tuple(placed for _, read in _lines(text, rule, typed) for placed in read)


def logical_lines(text: str, rule: str) -> list[Line]:
    """The lines of a block, each with the deeper lines that continue it."""
    return [line for line, _ in _lines(text, rule, -1)]


def on_one_line(text: str, rule: str) -> str:
    """A block with blanks in place of the line breaks and comments inside of a statement: no offset changes."""
    pieces, at = list[str](), 0
    for line in logical_lines(text, rule):
        for word, following in pairwise(line.words):
            if "\n" in text[word.end : following.start]:
                pieces += text[at : word.end], " " * (following.start - word.end)
                at = following.start
    return "".join((*pieces, text[at:]))


def _lines(text: str, rule: str, typed: int) -> Iterator[tuple[Line, list[Placed]]]:
    """The lines of a block with their words."""
    stack, first = begin(rule), 0
    levels: list[tuple[int, bool]] = [(0, True)]  # the indentation of each open block, and whether the parser opened it
    waiting = deque(lines(text))
    while waiting:
        begun = waiting.popleft()
        stack = _indented(stack, begun, levels) if first else stack
        line, read, after_line = _LineReader(stack, first, typed).read(begun, waiting)
        stack = after_line or (stack if first else _body())
        first += len(line.words)
        yield line, read


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


@frozen
class _Read:
    """The words of a line up to an error, and the stack after them; None after an error."""

    words: list[Placed]
    stack: Stack | None


@frozen
class _LineReader:
    """Reads a line from a stack on, and the deeper lines that continue it.

    A keyword is read as a name if the line makes no sense otherwise. So a word that the language gains later, to open
    a statement for instance, can still be the name that it is in older files. A line that is being typed makes sense if
    all before the word that begins at `typed` does.
    """

    begin: Stack
    first: int
    typed: int

    def read(self, line: Line, waiting: deque[Line]) -> tuple[Line, list[Placed], Stack | None]:
        """A line with the lines taken from `waiting` that continue it, its words, and the stack after its end."""
        said, names = [*line.words], frozenset[int]()
        read = self._words(said, names)
        while True:
            while waiting and waiting[0].indent > line.indent and self._goes_on(read, line, waiting):
                more = waiting.popleft().words
                said += more
                read = self._words(more, names, read)
            opens = bool(waiting) and waiting[0].indent > line.indent
            if self._fits(read, opens=opens):
                break
            others = (at for at in range(_failed(read.words), -1, -1) if _could_be_name(read.words, at))
            tried = ((names | {at}, self._from(said, at, names | {at}, read)) for at in others)
            failed = _failed(read.words)
            better = (each for each in tried if self._fits(each[1], opens=opens) or _failed(each[1].words) > failed)
            found = next(better, None)
            if found is None:
                read = self._words(said, frozenset()) if names else read
                break
            names, read = found
        unread = (Placed(word, None, None, self.first) for word in said[len(read.words) :])
        end = None if read.stack is None else shift(read.stack, "_NL")
        return evolve(line, words=tuple(said)), [*read.words, *unread], end

    def _words(self, words: Sequence[Word], names: frozenset[int], begun: _Read | None = None) -> _Read:
        """Reads words, some of them as names, behind those that a reading has begun with."""
        read = [] if begun is None else begun.words
        here = self.begin if begun is None else begun.stack
        if here is None:
            return _Read(read, None)
        for word in words:
            terminal = read_as(here, ("NAME",) if len(read) in names else word.terminals)
            further = None if terminal is None else shift(here, terminal)
            read.append(Placed(word, None if further is None else terminal, here, self.first))
            if further is None:
                return _Read(read, None)
            here = further
        return _Read(read, here)

    def _from(self, words: Sequence[Word], at: int, names: frozenset[int], read: _Read) -> _Read:
        """Reads words again from one of them on, some as other names than in an earlier reading."""
        return self._words(words[at:], names, _Read(read.words[:at], read.words[at].stack))

    def _fits(self, read: _Read, *, opens: bool) -> bool:
        """Whether a line can be read, and a block can follow if one does."""
        after_line = None if read.stack is None else shift(read.stack, "_NL")
        if after_line is not None and (not opens or shift(after_line, "_INDENT") is not None):
            return True
        return _reaches(read.words, self.typed)

    def _goes_on(self, read: _Read, line: Line, waiting: deque[Line]) -> bool:
        """Whether the next line, which is deeper, continues this one instead of beginning a block.

        It does if no block can begin here, or if it cannot begin one, and if its first word can continue this line.
        """
        row, *more = islice(waiting, 2)
        word, opens = row.words[0], bool(more) and more[0].indent > row.indent
        if read.stack is None:  # this line is broken: only what cannot begin a statement belongs to it
            return word.terminals[:1] != ("NAME",) and shift_all(_body(), (word,)) is None
        end = shift(read.stack, "_NL")
        inside = None if end is None else shift(end, "_INDENT")
        follows = shift_all(read.stack, (word,)) is not None
        if inside is not None:
            begins = word.text not in reserved() and shift_all(inside, (word,)) is not None
            continues = follows and (not begins or shift_all(read.stack, row.words) is not None)
            return continues and not _stands(inside, row, opens=opens, goes_on=opens)
        if word.start == self.typed:
            return True
        if _opens_instead(read.words):
            single = not more or not line.indent < more[0].indent <= row.indent
            return single and shift_all(read.stack, row.words) is not None
        if _stands(_body(), row, opens=opens) or _stands(self.begin, row, opens=opens):
            return follows and shift_all(read.stack, row.words) is not None
        if follows or end is None:
            return True
        near = (keywords().get(each) for each in legal(read.stack))  # the first word may be misspelt
        return nearest(word.text, [each for each in near if each]) is not None


@cache
def _body() -> Stack:
    """The stack at the beginning of a body of statements."""
    return after("TURN", "_NL", "_INDENT")


def shift_all(stack: Stack | None, said: Iterable[Word]) -> Stack | None:
    """The stack after some words; None if they cannot be read."""
    for word in said:
        if stack is None:
            return None
        stack = read(stack, word.terminals)
    return stack


def _stands(inside: Stack, row: Line, *, opens: bool, goes_on: bool = False) -> bool:
    """Whether a line can be read from a stack on with no reserved word as a name, and a block can follow if one does.

    If the line may go on in the next, it need not end.
    """
    end: Stack | None = inside
    for word in row.words:
        terminal = None if end is None else read_as(end, word.terminals)
        if end is None or terminal is None or (terminal == "NAME" and word.text in reserved()):
            return False
        end = shift(end, terminal)
    if goes_on and end is not None:
        return True
    end = None if end is None else shift(end, "_NL")
    return end is not None and (shift(end, "_INDENT") is not None if opens else not wants_block(end))


def _opens_instead(words: Sequence[Placed]) -> bool:
    """Whether the last word is a colon in whose place a block can begin."""
    colon = words[-1]
    end = shift(colon.stack, "_NL") if colon.terminal == "COLON" and colon.stack is not None else None
    return end is not None and shift(end, "_INDENT") is not None


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
