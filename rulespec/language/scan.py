"""A tolerant scanner: the words of a block, line by line, whether or not the block can be parsed."""

import re
from collections.abc import Iterator
from functools import cache

from attrs import frozen

from rulespec.language.grammar import patterns, terminals

TAB = 4

_FIXED = {"cite": "CITE", "string": "STRING", "int": "INT", "negative": "NEGATIVE"}
_SIGN = re.compile(r"[<>=!+\-*/]=|&&|\|\||->|=>|--|\+\+|.")


@frozen
class Word:
    """A token from offset `start` to `end` of its block, with the terminals that it can be."""

    text: str
    start: int
    end: int
    terminals: tuple[str, ...]

    @property
    def is_name(self) -> bool:
        """Whether it can be read as a name."""
        return "NAME" in self.terminals


@frozen
class Line:
    """A logical line, which may continue over several written ones."""

    indent: int
    words: tuple[Word, ...]

    @property
    def start(self) -> int:
        """The offset of its first word."""
        return self.words[0].start

    @property
    def end(self) -> int:
        """The offset after its last word."""
        return self.words[-1].end


def lines(text: str) -> list[Line]:
    """The logical lines of a block; an open bracket continues a line only if all brackets are closed."""
    found = list(_lines(text, through_brackets=True))
    opened = sum(word.terminals == ("LPAR",) for line in found for word in line.words)
    closed = sum(word.terminals == ("RPAR",) for line in found for word in line.words)
    return found if opened == closed else list(_lines(text, through_brackets=False))


def _lines(text: str, *, through_brackets: bool) -> Iterator[Line]:
    words: list[Word] = []
    indent = depth = 0
    line_start = 0
    for word in _words(text):
        if word.text == "\n":
            goes_on = words and (words[-1].text in (",", "and", "or") or (through_brackets and depth > 0))
            line_start = word.end
            if words and not goes_on:
                yield Line(indent, tuple(words))
                words, depth = [], 0
            continue
        if not words:
            before = text[line_start : word.start].expandtabs(TAB)
            indent = len(before)
        depth = max(0, depth + (word.terminals == ("LPAR",)) - (word.terminals == ("RPAR",)))
        words.append(word)
    if words:
        yield Line(indent, tuple(words))


def _words(text: str) -> Iterator[Word]:
    at = 0
    while at < len(text):
        match = _pattern().match(text, at)
        if match is None:
            match = _SIGN.match(text, at)
        assert match is not None
        kind, at = match.lastgroup, match.end()
        if kind == "end":
            yield Word("\n", match.start(), at, ())
        elif kind == "open":
            yield Word(match.group().rstrip(), match.start(), match.start() + len(match.group().rstrip()), ())
        elif kind != "nothing":
            fixed = _FIXED.get(kind or "")
            yield Word(match.group(), match.start(), at, terminals(match.group()) if fixed is None else (fixed,))


@cache
def _pattern() -> re.Pattern[str]:
    known = patterns()
    parts = {
        "end": r"\n",
        "nothing": r"[ \t]+|#[^\n]*",
        "cite": known["CITE"],
        "string": known["STRING"],
        "open": r'"[^"\n]*',
        "name": known["NAME"],
        "int": known["INT"],
        "negative": known["NEGATIVE"],
    }
    return re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in parts.items()))
