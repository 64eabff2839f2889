"""Where the characters of a uniform text stood in the text as it was written."""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Sequence

from attrs import frozen

from rulespec.language.tree.source import INVISIBLE, uniform

_LINE_END = re.compile(f"\r{INVISIBLE.pattern}*\n")  # one of two characters, with what is left out between them


@frozen
class Origins:
    """Offsets of a uniform text as offsets of the written one, and back."""

    written: Sequence[int]  # of each place in the uniform text, its end included

    @property
    def same(self) -> bool:
        """Whether the text was written as it is."""
        return isinstance(self.written, range)

    def back(self, offset: int) -> int:
        """Where a place of the uniform text was written."""
        return self.written[min(offset, len(self.written) - 1)]

    def there(self, offset: int) -> int:
        """Which place of the uniform text a written place became."""
        return min(bisect_left(self.written, offset), len(self.written) - 1)


def origins(text: str) -> Origins:
    """The origins of the characters of a text made uniform."""
    made = uniform(text)
    if made == text:
        return Origins(range(len(text) + 1))
    if made[:-1] == text:  # a last line without an end
        return Origins((*range(len(text) + 1), len(text)))
    written: list[int] = []
    start = 0
    while start < len(text):
        end = _composed(text, start)
        written += [start] * _length(text[start:end])
        start = end
    return Origins((*written, *[len(text)] * (len(made) + 1 - len(written))))


def _composed(text: str, start: int) -> int:
    """The end of the characters from a place on that are made uniform together."""
    if (whole := _LINE_END.match(text, start)) is not None:
        return whole.end()
    end, said = start + 1, INVISIBLE.sub("", text[start])
    while end < len(text) and text[end] > "\x7f":
        sign = INVISIBLE.sub("", text[end])
        if sign and not unicodedata.combining(sign) and _uniform(said + sign) == _uniform(said) + _uniform(sign):
            break
        said += sign
        end += 1
    return end


def _uniform(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _length(piece: str) -> int:
    """How many characters a piece becomes, whose end is no end of the text."""
    return len(uniform(piece + "x")) - 2
