"""Sheets: the rules as one would print them, sentence by sentence, each with its block."""

from typing import ClassVar

from attrs import field, frozen


@frozen
class Sheet:
    """Asks for the rules in words; with `against`, what is different from these other rules is marked.

    With `only_changes` nothing else is on it.
    """

    kind: ClassVar = "sheet"
    rules: str
    texts: dict[str, str] = field(factory=dict)
    against: str | None = None
    only_changes: bool = False


@frozen
class Sentence:
    """A sentence; one that belongs under another is deeper."""

    text: str
    depth: int


@frozen
class Entry:
    """What a sheet says of a block, by its `key`; the label is the word whose action it is, if it is one.

    `written`: somebody has written the text; else it is what is `worked_out` from the rules. `block`: the key is that
    of a block of the rules. `changed`: the other rules say something else.
    """

    key: str
    label: str
    text: str
    worked_out: list[Sentence]
    cites: list[str]  # lines of sources, and rulings
    written: bool
    block: bool
    changed: bool


@frozen
class Section:
    """A part of a sheet: `name` is its kind, such as "actions", and `heading` what stands above it."""

    name: str
    heading: str
    entries: list[Entry]


@frozen
class RuleSheet:
    """A sheet; `against` is the title of the other rules, and `gone` what is said of blocks that only those have."""

    title: str
    against: str
    sections: list[Section]
    gone: list[str]
