"""Rules that there are, and texts that are being written."""

from typing import ClassVar, Literal

from attrs import field, frozen

from palast.web.protocol.problems import Problem
from rulespec.assistance import Completion, Hover, Mistake, answer

Stretch = answer.Kind
File = Literal["ruleset", "layer", "scenarios", ""]
Draftable = Literal["layer", "scenario", "law"]


@frozen
class RuleText:
    """A rule file that comes along, under the name by which others call it; `kind` is empty where it does not say."""

    name: str
    title: str
    kind: File
    shelf: str  # what it is an example of: "games", "house rules"; empty for what is no example
    tried_on: list[str]  # the rulesets that it says it goes on
    players: list[int]  # how many can play, as far as it says so itself
    text: str


@frozen
class Library:
    """The rule files that there are, and bots."""

    kind: ClassVar = "library"


@frozen
class Shelves:
    """Rulesets first, then layers that go on them, then examples."""

    files: list[RuleText]
    bots: list[str]


@frozen
class Lay:
    """How rules are called to which a text belongs: a ruleset of its own, or a layer on a base; `layers` come along."""

    kind: ClassVar = "lay"
    text: str
    base: str
    layers: list[str] = field(factory=list)


@frozen
class Laid:
    """What is loaded as `rules`, with the text under its `name`, where there is one; `on` is what lies beneath it."""

    name: str
    kind: File
    on: str
    rules: str


@frozen
class Draft:
    """A beginning for somebody who writes a text on a base: its first lines, or an example of a scenario or a law."""

    kind: ClassVar = "draft"
    what: Draftable
    text: str
    base: str
    layers: list[str] = field(factory=list)


@frozen
class Drafted:
    """A text to be `written` in place of what stands from `start` to `end`; what is `chosen` in it is to be changed."""

    start: int
    end: int
    written: str
    chosen_start: int
    chosen_end: int


@frozen
class Load:
    """Reads rules: a name, or several with a plus between them; `texts` are files of the sender, by name."""

    kind: ClassVar = "load"
    rules: str
    texts: dict[str, str] = field(factory=dict)


@frozen
class Loaded:
    """Rules that were read, from these files, the base first; where there is an error, only the problems are known."""

    name: str
    title: str
    players: list[int]
    seats: list[list[str]]  # what the players are called, for each number of them
    digest: str
    files: list[str]
    problems: list[Problem]


@frozen
class Assist:
    """What an editor needs to know of a text under its name, laid `on` rules if it is a layer, and at an offset of it.

    Other `texts` lie beside it.
    """

    kind: ClassVar = "assist"
    text: str
    name: str
    on: str = ""
    offset: int | None = None
    texts: dict[str, str] = field(factory=dict)


@frozen
class Assisted:
    """What is wrong, with changes that mend it; what each stretch of the text is; what may stand, or stands, there.

    Stretches follow each other from the beginning of the text to its end: each has an end and a kind.
    """

    problems: list[Mistake]
    ends: list[int]
    kinds: list[Stretch]
    completions: list[Completion]
    hover: Hover | None


@frozen
class Explain:
    """What a block says with its rulings, or what a card does, in the game on the table."""

    kind: ClassVar = "explain"
    words: str


@frozen
class Lines:
    """A text, line by line."""

    lines: list[str]
