"""The blocks of a text as an outline, and what of it can be folded."""

from collections.abc import Iterator

from attrs import frozen

from rulespec.editing.assistance.answer import Kind
from rulespec.editing.assistance.blocks import TextBlock, blocks_of
from rulespec.editing.assistance.known import kind_behind
from rulespec.language.files import path_of
from rulespec.language.tree.origins import origins
from rulespec.language.tree.source import Source, uniform

_AFTER = (
    "COLON",
    "_C",
    "CITE",
    "STRING",
    "LPAR",
    "EXTENDS",
    "IN",
    "OF",
    "BY",
    "IF",
)  # what a block is called ends there
_SIGNS = ("_C", "COLON", "_SIGN")


@frozen
class Headline:
    """A block between two offsets, what it is called, and what kind of thing that is; its name, where it stands."""

    start: int
    end: int
    title: str
    kind: Kind
    name: str
    name_start: int
    name_end: int


@frozen
class Fold:
    """What is folded away beneath a line: from its end to the end of the last line that belongs to it."""

    start: int
    end: int


def outline(text: str) -> tuple[Headline, ...]:
    """The blocks of a rule file, in order, whether or not they can be read."""
    source, places = Source(path_of("untitled"), uniform(text)), origins(text)
    found = []
    for start, block in blocks_of(source):
        if not block.words:
            continue
        title, kind, at = _called(block)
        name, end = block.words[at].word, block.words[-1].word.end
        ends = (places.back(start + each) for each in (0, end, name.start, name.end))
        begins, stop, name_start, name_end = ends
        found.append(Headline(begins, stop, title, kind, name.text, name_start, name_end))
    return tuple(found)


def folds(text: str) -> tuple[Fold, ...]:
    """The lines of a rule file, or of texts, under which others stand that are indented deeper."""
    source, places = Source(path_of("untitled"), uniform(text)), origins(text)
    return tuple(Fold(places.back(start), places.back(end)) for start, end in sorted(_folded(source)))


def _called(block: TextBlock) -> tuple[str, Kind, int]:
    """What a block is called, its kind, and which of its words is its name."""
    first = [placed for placed in block.words if placed.first == 0]
    stop = next((at for at, placed in enumerate(first) if at and placed.terminal in _AFTER), len(first))
    said = first[: max(1, stop)]
    at = next((at for at, placed in enumerate(said) if placed.terminal == "NAME"), 0)
    kind = kind_behind(block, at) if said[at].terminal == "NAME" else None
    return " ".join(placed.word.text for placed in said), kind or "block", at


def _folded(source: Source) -> Iterator[tuple[int, int]]:
    """The ends of lines under which something stands, each with the end of that."""
    opened: list[
        tuple[int, int, int]
    ] = []  # the indentation and the end of each line that is still open, and its number
    last, number_of_last = 0, 0
    for number, start in enumerate(source.starts, 1):
        line = source.line(number)
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        indent = len(line) - len(line.lstrip())
        while opened and opened[-1][0] >= indent:
            _, end, begun = opened.pop()
            if number_of_last > begun:
                yield end, last
        opened.append((indent, start + len(line), number))
        last, number_of_last = start + len(line), number
    for _, end, begun in opened:
        if number_of_last > begun:
            yield end, last
