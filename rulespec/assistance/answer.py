"""What an editor is told of a text. All offsets count code points of the text as it was given."""

from typing import Literal

from attrs import frozen

Kind = Literal[
    "keyword",
    "sign",
    "string",
    "number",
    "citation",
    "comment",
    "space",
    "text",  # what is none of these, or was not looked at
    "zone",
    "counter",
    "note",
    "value",
    "condition",
    "list",
    "word",
    "cards",
    "action",
    "choice",
    "reason",
    "law",
    "ruling",
    "source",
    "reading",
    "block",
    "scenario",
    "file",
    "name",  # one that means nothing that is known
]


@frozen
class Repair:
    """A text in place of a stretch; whoever applies it has one problem less. `label` is what a button could say."""

    start: int
    end: int
    text: str
    label: str


@frozen
class Mistake:
    """What is wrong between two offsets, what to do about it, and which changes would do it."""

    code: str
    start: int
    end: int
    message: str
    remedy: str
    fixes: tuple[Repair, ...]


@frozen
class Token:
    """A stretch of the text, and what it is."""

    start: int
    end: int
    kind: Kind


@frozen
class Completion:
    """A word for the stretch from `start` to `end`, what it is, and a line about it."""

    start: int
    end: int
    text: str
    kind: Kind
    about: str


@frozen
class Elsewhere:
    """A block as another ruleset of the library has it."""

    ruleset: str
    block: tuple[str, ...]


@frozen
class Hover:
    """What a name between two offsets means: the block after all layers, and what it rests on, line by line.

    `elsewhere` has those rulesets on the same ground that say it otherwise.
    """

    start: int
    end: int
    name: str
    kind: Kind
    block: tuple[str, ...]
    rulings: tuple[str, ...]
    elsewhere: tuple[Elsewhere, ...]


@frozen
class Assistance:
    """Everything about a text: what is wrong, what each stretch is, and what may stand, or stands, at an offset."""

    problems: tuple[Mistake, ...]
    tokens: tuple[Token, ...]
    completions: tuple[Completion, ...] = ()
    hover: Hover | None = None
