"""The text of a rule file, made uniform, and places in it."""

import re
import unicodedata
from pathlib import Path

from attrs import field, frozen

_LINE_ENDS = re.compile("\r\n|\r|\x0b|\x0c|\x85|\u2028|\u2029")
_SPACES = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_INVISIBLE = re.compile("[\ufeff\u200b\u200c\u200d\u2060\u00ad]")


@frozen
class Source:
    """A rule file as it is read: composed letters, plain spaces, one kind of line end."""

    path: str
    text: str = field(repr=False)
    starts: tuple[int, ...] = field(init=False, repr=False, eq=False)

    @starts.default
    def _line_starts(self) -> tuple[int, ...]:
        return (0, *(match.end() for match in re.finditer("\n", self.text)))

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1, in characters."""
        low, high = 0, len(self.starts)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.starts[middle] <= offset else (low, middle)
        return low + 1, offset - self.starts[low] + 1

    def line(self, number: int) -> str:
        """The text of a line, counted from 1, without its end."""
        start = self.starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start:] if end < 0 else self.text[start:end]


@frozen
class Span:
    """A stretch of a source, from offset `start` up to `end`."""

    source: Source = field(repr=False)
    start: int
    end: int

    @property
    def line(self) -> int:
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.position(self.start)[1]

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    def __str__(self) -> str:
        return f"{self.source.path}:{self.line}:{self.column}"


def uniform(text: str) -> str:
    """The text as the parser wants it, whatever editor wrote it; characters are never reordered."""
    text = _SPACES.sub(" ", _LINE_ENDS.sub("\n", _INVISIBLE.sub("", text)))
    text = unicodedata.normalize("NFC", text)
    return text if text.endswith("\n") else text + "\n"


def read(path: Path) -> Source:
    """The source in a file; `OSError` and `UnicodeDecodeError` are the caller's to tell."""
    return Source(str(path), uniform(path.read_bytes().decode("utf-8")))
