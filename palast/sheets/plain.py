"""A rule sheet as lines of text, each sentence with its block at the right margin."""

from collections.abc import Iterator
from itertools import count

from rulespec.wording import Wording
from rulespec.wording.narration.narration import cited
from rulespec.wording.page import Page
from rulespec.wording.sheets import Sheet, SheetEntry

MARK = "▸ "


def plain(sheet: Sheet, words: Wording, page: Page, *, worked_out: bool = False) -> Iterator[str]:
    """The lines of a sheet; with what is `worked_out` under what is written, so that the two can be compared."""
    yield from page.lines(f"{sheet.title}")
    if sheet.against:
        yield from page.lines(words.phrase("sheet.marked", mark=MARK.strip(), base=sheet.against))
    for section in sheet.sections:
        yield ""
        yield section.heading
        steps = count(1) if section.numbered else None
        for entry in section.entries:
            yield from _entry(entry, words, page, steps, worked_out=worked_out)
    if sheet.gone:
        yield ""
        yield words.phrase("sheet.gone")
        for said in sheet.gone:
            yield from page.lines(said, lead=MARK, hang=len(MARK) + 2)


def _entry(
    entry: SheetEntry, words: Wording, page: Page, steps: Iterator[int] | None, *, worked_out: bool
) -> Iterator[str]:
    """The lines of an entry; sentences at the margin take the next number if there are `steps`."""
    mark = MARK if entry.changed else " " * len(MARK)
    label = f"{entry.label}: " if entry.label else ""
    rule = cited(entry.key, entry.cites) if entry.is_of_block else ""

    def number(depth: int = 0) -> str:
        return "" if steps is None else f"{next(steps)}. " if depth == 0 else "   "

    if entry.is_written:
        written = f"{words.phrase('sheet.written')}: " if worked_out else ""
        lead = mark + number()
        yield from page.lines(f"{label}{written}{entry.text}", rule, lead=lead, hang=len(lead) + 2)
    if not entry.sentences or (entry.is_written and not worked_out):
        return
    first = f"{words.phrase('sheet.worked out')}: " if entry.is_written else label
    for at, sentence in enumerate(entry.sentences):
        lead = (mark if at == 0 else " " * len(MARK)) + ("" if entry.is_written else number(sentence.depth))
        lead += "  " * sentence.depth
        said = f"{first if at == 0 else ''}{sentence.text}"
        last = rule if at == len(entry.sentences) - 1 and not entry.is_written else ""
        yield from page.lines(said, last, lead=lead, hang=len(lead) + 2)
