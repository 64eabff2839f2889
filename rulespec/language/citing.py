"""Parses citations: `(000:38-39)`, `(R8)`, several separated by semicolons or commas."""

import re

from rulespec.language.tree.node import Citation, Citations

_SPACE = re.compile(r"[ \t]*+")
_RULING = re.compile(r"R[0-9]++(?![\w:-])")
_SOURCE = re.compile(r"(?<![\w-])(\w[\w-]*+)[ \t]*+:[ \t]*+")
_LINES = re.compile(r"([0-9]++)[ \t]*+(?:-[ \t]*+([0-9]++))?(?![\w-])")
_PART = re.compile(r"[^;,)]*+")


class MiscitedError(Exception):
    """A part of a citation that cites nothing, as offsets in its text."""

    def __init__(self, start: int, end: int) -> None:
        super().__init__(start, end)
        self.start = start
        self.end = end


def citations(text: str) -> Citations:
    """The citations of a text in brackets; a `MiscitedError` if a part of it cites nothing."""
    found: list[tuple[str, list[tuple[int, int]]]] = []
    at, goes_on = 1, False  # whether lines of the last source may follow
    while True:
        at = _after(_SPACE, text, at)
        if ruling := _RULING.match(text, at):
            found.append((ruling.group(), []))
            at = ruling.end()
        else:
            if named := _SOURCE.match(text, at):
                found.append((named.group(1), []))
                at, goes_on = named.end(), True
            lines = _LINES.match(text, at) if goes_on else None
            if lines is None:
                raise MiscitedError(at, max(at + 1, _after(_PART, text, at)))
            low, high = lines.groups()
            found[-1][1].append((int(low), int(high or low)))
            at = lines.end()
        at = _after(_SPACE, text, at)
        if text[at] == ")":
            return tuple(Citation(source, tuple(cited)) for source, cited in found)
        if text[at] not in ";,":
            raise MiscitedError(at, _after(_PART, text, at))
        goes_on = goes_on and ruling is None and text[at] == ","
        at += 1


def _after(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at
