"""The latest news for a player, in a few lines."""

from collections.abc import Iterable, Iterator, Sequence

from attrs import define, field

from rulespec.engine.events.event import Changed
from rulespec.wording.narration.narration import Told
from rulespec.wording.page import Page

LINES = 3  # for what was done
LEAD = "  "
LEFT_OUT = "… "


@define
class Paragraph:
    """Sentences that belong together: what was done, or how a round ended and how it stands then."""

    ends: bool
    sentences: list[str] = field(factory=list)


def in_short(told: Iterable[Told], page: Page, seat: int) -> Iterator[str]:
    """The newest of what was done that fits in a few lines, and each end of a round, for whom a seat belongs to."""
    room, found = LINES, list[list[str]]()
    for paragraph in reversed(_paragraphs(told, seat)):
        if paragraph.ends:
            found.append(_laid(page, paragraph.sentences))
        elif room:
            lines = _newest(page, paragraph.sentences, room)
            room -= len(lines)
            found.append(lines)
    for lines in reversed(found):
        yield from lines


def _paragraphs(told: Iterable[Told], seat: int) -> list[Paragraph]:
    """The units as paragraphs; the end of each round and its standings form one of their own."""
    found: list[Paragraph] = []
    for each in _worth_telling([*told], seat):
        ends = each.what in ("ends", "standings")
        if not found or found[-1].ends != ends or each.what == "ends":
            found.append(Paragraph(ends))
        found[-1].sentences.append(_sentence(f"{each.label}: {each.text}" if each.label else each.text))
    return found


def _worth_telling(told: Sequence[Told], seat: int) -> Iterator[Told]:
    """The units worth printing, without a turn of the seat's own in which it has done nothing yet.

    Points that somebody gets as a round ends are told as the standings.
    """
    stands = [at for at, each in enumerate(told) if each.what == "standings"]
    for at, each in enumerate(told):
        if each.what == "idle" and each.active == seat:
            continue
        ended = [end for end in range(at) if told[end].what in ("ends", "round")][-1:]
        counted = bool(each.events) and all(isinstance(event, Changed) for event in each.events)
        if counted and ended and told[ended[0]].what == "ends" and any(stand > at for stand in stands):
            continue
        yield each


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?", ":")) else f"{text}."


def _laid(page: Page, sentences: Sequence[str]) -> list[str]:
    return [*page.lines(" ".join(sentences), lead=LEAD)]


def _newest(page: Page, sentences: Sequence[str], room: int) -> list[str]:
    """The last sentences that fit; of the last one at least its beginning."""
    fitting: list[str] = []
    for first in reversed(range(len(sentences))):
        lines = _laid(page, [LEFT_OUT * (first > 0) + sentences[first], *sentences[first + 1 :]])
        if len(lines) > room:
            break
        fitting = lines
    return fitting or cut(_laid(page, sentences[-1:]), room, page)


def cut(lines: Sequence[str], room: int, page: Page) -> list[str]:
    """The first lines, with a sign that there are more if there are."""
    if len(lines) <= room:
        return [*lines]
    *some, last = lines[:room]
    while len(last) > page.width - len(LEFT_OUT) and " " in last.strip():
        last = last.rpartition(" ")[0]
    return [*some, f"{last} {LEFT_OUT.strip()}"]
