"""Plain text wrapped to a width, with the rule that a line comes from at the right margin."""

from collections.abc import Iterator, Sequence
from textwrap import wrap

from attrs import frozen

from rulespec.language.errors import visible

PIPED = 120  # characters in a line, where the output is no terminal
FEW = 7  # lines that a column has at least


@frozen
class Page:
    """The width of the lines, and whether the terminal can dim text."""

    width: int = PIPED
    dims: bool = False
    measured: bool = False  # whether the width is the terminal's, which can be resized

    def lines(self, text: str, rule: str = "", lead: str = "", hang: int | None = None) -> Iterator[str]:
        """A text after its lead, wrapped with further lines indented by `hang`, the rule at the right margin."""
        wrapped = self._wrapped(visible(lead + text), len(lead) if hang is None else hang) or [""]
        if not rule:
            yield from wrapped
            return
        tag = visible(f"[{rule}]")
        *before, last = wrapped
        yield from before
        if len(last) + 2 + len(tag) > self.width:
            yield last
            last = ""
        for part in self._wrapped(tag, 1):
            yield last + " " * (self.width - len(last) - len(part)) + self._dim(part)
            last = ""

    def listed(self, labels: Sequence[str], texts: Sequence[str]) -> Iterator[str]:
        """Labelled texts, in columns (filled downwards) where they are many and short."""
        wide = max(map(len, labels))
        lines = [(f"{label:>{wide}}", "" if label == text else text) for label, text in zip(labels, texts, strict=True)]
        cells = [f"{label}  {text}".rstrip() for label, text in lines]
        cell = max(map(len, cells)) + 3
        columns = max(1, min((self.width - 2) // cell, len(cells) // FEW))
        if columns == 1:
            for label, text in lines:
                yield from self.lines(text, lead=f"  {label}  ")
            return
        rows = -(-len(cells) // columns)
        for row in range(rows):
            yield "  " + "".join(f"{each:<{cell}}" for each in cells[row::rows]).rstrip()

    def folded(self, text: str) -> Iterator[str]:
        """Lines of code: those that are too long are wrapped with a deeper indentation."""
        for line in visible(text).split("\n"):
            indent = len(line) - len(line.lstrip())
            yield from [line] if len(line) <= self.width else self._wrapped(line, indent + 4)

    def _wrapped(self, text: str, hang: int) -> list[str]:
        """A text wrapped to the page without breaking words; no indentation takes more than half of the page."""
        room = self.width // 2
        indent = len(text) - len(text.lstrip())
        text = text[indent - min(indent, room) :]
        return wrap(
            text, self.width, subsequent_indent=" " * min(hang, room), break_long_words=False, break_on_hyphens=False
        )

    def _dim(self, text: str) -> str:
        return f"\x1b[2m{text}\x1b[0m" if self.dims else text
