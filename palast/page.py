"""Plain text at the width of the terminal, with the rule that a line comes from at its right-hand side."""

import os
import shutil
import sys
from collections.abc import Iterator
from textwrap import wrap

from attrs import frozen

NARROWEST, PIPED, WIDEST = 60, 120, 140


@frozen
class Page:
    """How wide the lines are, and whether the terminal can dim a part of them."""

    width: int = PIPED
    dims: bool = False

    def lines(self, text: str, rule: str = "", lead: str = "", hang: int | None = None) -> Iterator[str]:
        """A text after its lead, its further lines `hang` to the right, its rule at the end."""
        indent = " " * (len(lead) if hang is None else hang)
        wrapped = wrap(
            text, self.width, initial_indent=lead, subsequent_indent=indent, break_long_words=False,
            break_on_hyphens=False,
        ) or [lead.rstrip()]  # fmt: skip
        if not rule:
            yield from wrapped
            return
        tag = f"[{rule}]"
        *before, last = wrapped
        yield from before
        if len(last) + 2 + len(tag) > self.width:
            yield last
            last = ""
        yield last + " " * (self.width - len(last) - len(tag)) + self._dim(tag)

    def _dim(self, text: str) -> str:
        return f"\x1b[2m{text}\x1b[0m" if self.dims else text


def page() -> Page:
    """The page that standard output offers."""
    columns = shutil.get_terminal_size((PIPED, 24)).columns
    dims = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    return Page(min(WIDEST, max(NARROWEST, columns)), dims)
