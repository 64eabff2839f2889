"""The text of a rule file, made uniform, and places in it."""

import errno
import os
import re
import unicodedata
from bisect import bisect_right
from functools import cached_property
from pathlib import Path
from stat import S_ISREG

from attrs import field, frozen

from rulespec.language.tree.limits import BYTES

_LINE_ENDS = re.compile("\r\n|\r|\x0b|\x0c|\x85|\u2028|\u2029")
_SPACES = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_HALF = re.compile("[\ud800-\udfff]")
_REMARK = re.compile(r"#[^\n]*")
RECORD = "rulespec record"  # how the text of a game begins, which is no rule file
INVISIBLE = re.compile("[\ufeff\u200b\u200c\u200d\u2060\u00ad]")


@frozen
class Source:
    """A rule file as it is read, or a block of one: composed letters, plain spaces, one kind of line end.

    A block has the number of its `first` line and nothing else of its file. So it is the same block, wherever another
    line is edited, until it is moved.
    """

    path: str
    text: str = field(repr=False)
    first: int = 1

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Where its lines begin."""
        return (0, *(match.end() for match in re.finditer("\n", self.text)))

    def block(self, start: int, end: int) -> "Source":
        """Whole lines of it, as a block of the same file."""
        return Source(self.path, self.text[start:end], self.position(start)[0])

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset in the file, both from 1, in characters."""
        index = bisect_right(self.starts, offset) - 1
        return self.first + index, offset - self.starts[index] + 1

    def start(self, line: int) -> int:
        """Where a line begins that has this number in the file."""
        return self.starts[line - self.first]

    def line(self, number: int) -> str:
        """The text of a line that has this number in the file, without its end."""
        start = self.start(number)
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

    def within(self, file: Source) -> "Span":
        """The same stretch of a block in its file."""
        begins = file.start(self.source.first)
        return Span(file, begins + self.start, begins + self.end)

    def word(self, word: str) -> "Span":
        """The first place of a word in this stretch, outside remarks; all of it where the word does not stand there."""
        if self.text == word:
            return self
        text = _REMARK.sub(lambda remark: " " * len(remark.group()), self.text)
        found = re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text)
        return Span(self.source, self.start + found.start(), self.start + found.end()) if found else self

    def last_word(self, word: str) -> "Span":
        """The end of this stretch, where it ends with a word."""
        return Span(self.source, self.end - len(word), self.end) if self.text.endswith(word) else self

    def __str__(self) -> str:
        return f"{self.source.path}:{self.line}:{self.column}"

    def __reduce__(self) -> tuple[object, ...]:
        return Span, (self.source, self.start, self.end)  # for speed: of what is kept of rules, one in four is a place


def uniform(text: str) -> str:
    """The text as the parser wants it, whatever editor wrote it; characters are never reordered."""
    text = _SPACES.sub(" ", _LINE_ENDS.sub("\n", INVISIBLE.sub("", text)))
    text = unicodedata.normalize("NFC", text)
    return text if text.endswith("\n") else text + "\n"


class UnreadableError(Exception):
    """A file that cannot be read as a rule file: why, and what to do about it; and where, if that can be shown."""

    def __init__(self, reason: str, remedy: str = "", place: Span | None = None) -> None:
        super().__init__(reason, remedy, place)
        self.reason = reason
        self.remedy = remedy
        self.place = place


def read(path: Path) -> Source:
    """The source in a file; an `UnreadableError` where there is none."""
    return Source(str(path), uniform(decoded(content_of(path))))


def decoded(content: bytes) -> str:
    """The text in the bytes of a file; an `UnreadableError` where it is none."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start]
        line = before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")
        place = f"line {before.count(10) + 1}, column {len(line) + 1}"
        raise UnreadableError(f"{place} is not UTF-8", "save the file as UTF-8") from None


def source_of(path: str, text: str) -> Source:
    """The source of a text that lies in no file; an `UnreadableError` where no file could hold it."""
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > BYTES.most:
        raise UnreadableError(BYTES.told(size), BYTES.remedy)
    source = Source(path, uniform(text))
    half = _HALF.search(source.text)
    if half is not None:
        raise UnreadableError("invalid character", "remove it or type it again", Span(source, *half.span()))
    return source


def content_of(path: Path, most: int | None = BYTES.most) -> bytes:
    """The bytes of a regular file; an `UnreadableError` where it is none, or has more than there can be."""
    content, size = _read(path, None if most is None else most + 1)
    if most is not None and size > most:
        raise UnreadableError(BYTES.told(size), BYTES.remedy)
    return content


def beginning_of(path: Path, most: int) -> bytes:
    """The first bytes of a regular file; an `UnreadableError` where it is none."""
    return _read(path, most)[0]


def _read(path: Path, most: int | None) -> tuple[bytes, int]:
    """Bytes of a file, and how many it has, so that no device and no pipe is read without end or waited for."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with open(handle, "rb") as file:
            about = os.fstat(handle)
            content: bytes | None = file.read(-1 if most is None else most) if S_ISREG(about.st_mode) else None
    except IsADirectoryError:
        raise UnreadableError("this is a folder, not a file", "give the path of a file in it") from None
    except (OSError, ValueError) as error:
        raise UnreadableError(*refusal(error, "cannot read the file: ")) from None
    if content is None:  # what seems to be a file can have nothing to read yet, as the log of the system
        raise UnreadableError("this is not a text file", "save the text as a regular file")
    return content, max(len(content), about.st_size)


_REMEDIES = {
    errno.ENOENT: "check the path",
    errno.ENOTDIR: "check the path: part of it is a file, not a folder",
    errno.EISDIR: "give the path of a file in it",
    errno.ELOOP: "its links form a circle; use the path of the file itself",
    errno.ENAMETOOLONG: "choose a shorter name",
    errno.EACCES: "choose another folder, or ask for access to this one",
    errno.EPERM: "choose another folder, or ask for access to this one",
    errno.EROFS: "choose another folder; this one is read-only",
    errno.ENOSPC: "free some space, or choose another folder",
    errno.EDQUOT: "free some space, or choose another folder",
    errno.EFBIG: "free some space, or choose another folder",
}


def refusal(error: OSError | ValueError, lead: str = "") -> tuple[str, str]:
    """Why a file cannot be read or written, and what to do about it."""
    if isinstance(error, OSError):
        return f"{lead}{error.strerror or error}", _REMEDIES.get(error.errno or 0, "use another file name")
    return "invalid file name", "use another file name"  # a NUL, or half of a character
