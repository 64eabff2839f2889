"""What an editor is told of a text. Offsets count code points of the text as it was given."""

from typing import Literal

from attrs import frozen

Kind = Literal[
    "keyword", "sign", "string", "number", "citation", "comment", "space",
    "text",  # none of these, or not analysed
    "zone", "counter", "note", "value", "condition", "list", "word", "cards", "action", "choice", "reason", "law",
    "ruling", "source", "reading", "block", "scenario", "file",
    "name",  # unknown
]  # fmt: skip


@frozen
class Repair:
    """A text in place of a range, which solves a problem; `label` is for a button."""

    start: int
    end: int
    text: str
    label: str


@frozen
class Mistake:
    """A problem between two offsets, with its remedy in words and as changes."""

    code: str
    start: int
    end: int
    message: str
    remedy: str
    fixes: tuple[Repair, ...]


@frozen
class Token:
    """A range of the text, and its kind."""

    start: int
    end: int
    kind: Kind


@frozen
class Completion:
    """A word to be put in place of a range, its kind, and a line about it."""

    start: int
    end: int
    text: str
    kind: Kind
    about: str


@frozen
class Elsewhere:
    """A block in another ruleset of the library."""

    ruleset: str
    block: tuple[str, ...]


@frozen
class Hover:
    """What a name between two offsets means: the lines of its block after all layers, and of the rulings it cites.

    `key` is that of the block. `elsewhere` has the block in related rulesets that have another version of it.
    """

    start: int
    end: int
    name: str
    kind: Kind
    key: str
    block: tuple[str, ...]
    rulings: tuple[str, ...]
    elsewhere: tuple[Elsewhere, ...]


@frozen
class Assistance:
    """The problems and tokens of a text, and the completions and the hover at an offset."""

    problems: tuple[Mistake, ...]
    tokens: tuple[Token, ...]
    completions: tuple[Completion, ...] = ()
    hover: Hover | None = None
