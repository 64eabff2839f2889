"""The answers that are offered, in columns where they are short."""

from collections.abc import Iterator, Sequence

from rulespec.wording.page import Page

FEW = 3  # lines that a column has at least
GAP = 3  # between columns


def listed(page: Page, labels: Sequence[str], texts: Sequence[str], notes: Sequence[str]) -> Iterator[str]:
    """Texts with their labels before them and what is noted of them behind."""
    wide = max(map(len, labels))
    told = ["" if label == text else text for label, text in zip(labels, texts, strict=True)]
    said = [f"{text}  {note}" if note else text for text, note in zip(told, notes, strict=True)]
    leads = [f"{label:>{wide}}  " for label in labels]
    cells = [f"{lead}{text}".rstrip() for lead, text in zip(leads, said, strict=True)]
    cell = max(map(len, cells)) + GAP
    columns = max(1, min((page.width - 2 + GAP) // cell, len(cells) // FEW))
    if columns == 1:
        for lead, text in zip(leads, said, strict=True):
            yield from page.lines(text, lead=f"  {lead}")
        return
    rows = -(-len(cells) // columns)
    for row in range(rows):
        yield "  " + "".join(f"{each:<{cell}}" for each in cells[row::rows]).rstrip()
