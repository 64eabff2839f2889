"""Places of a text as code points, and as editors count them: by lines, and in them by units of an encoding."""

import re
from bisect import bisect_right
from functools import cached_property

from attrs import frozen
from lsprotocol.types import Position, PositionEncodingKind, Range

_LINE = re.compile(r"\r\n|\r|\n")  # what ends a line by the protocol, whatever else Python may think
_BYTES = {PositionEncodingKind.Utf8: ("utf-8", 1), PositionEncodingKind.Utf16: ("utf-16-le", 2)}


@frozen(slots=False)
class Positions:
    """The lines of a text, and the encoding whose units are counted."""

    text: str
    encoding: PositionEncodingKind | str = PositionEncodingKind.Utf16

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """The offsets at which lines begin."""
        return (0, *(found.end() for found in _LINE.finditer(self.text)))

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines, with their ends."""
        ends = (*self.starts[1:], len(self.text))
        return tuple(self.text[start:end] for start, end in zip(self.starts, ends, strict=True))

    def position(self, offset: int) -> Position:
        """Where an editor has an offset."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self.starts, offset) - 1
        return Position(line, self._units(self.text[self.starts[line] : offset]))

    def range(self, start: int, end: int) -> Range:
        """What an editor has between two offsets."""
        return Range(self.position(start), self.position(end))

    def offset(self, position: Position) -> int:
        """The offset of a place in an editor; the nearest one for a place that the text does not have."""
        if position.line >= len(self.starts):
            return len(self.text)
        start = self.starts[position.line]
        ends = self.starts[position.line + 1] if position.line + 1 < len(self.starts) else len(self.text)
        line = self.text[start:ends].rstrip("\r\n")
        if line.isascii() or self.encoding not in _BYTES:
            return start + min(position.character, len(line))
        at = units = 0
        while at < len(line) and units < position.character:
            units += self._units(line[at])
            at += 1
        return start + at

    def _units(self, said: str) -> int:
        if said.isascii() or self.encoding not in _BYTES:
            return len(said)
        codec, size = _BYTES[PositionEncodingKind(self.encoding)]
        return len(said.encode(codec, "surrogatepass")) // size
