"""Rules of the library, and texts in the editor."""

from typing import ClassVar, Literal

from attrs import field, frozen

from palast.web.protocol.problems import Problem
from rulespec.editing.assistance import Completion, Hover, Mistake, answer

Stretch = answer.Kind
File = Literal["ruleset", "layer", "scenarios", ""]
Draftable = Literal["layer", "scenario", "law", "cards", "person", "action", "end", "numbers"]


@frozen
class RuleText:
    """A rule file of the library; `kind` is empty if it has no readable header.

    `said` is what it is called by people, and `about` what the game is about, or what is different with a layer; it is
    empty where nobody has written that.
    """

    name: str
    title: str
    said: str
    about: str
    kind: File
    shelf: str  # of examples, such as "games" or "house rules"; else empty
    game: str  # the ruleset whose own layer it is, which others can have by the same name; else empty
    tried_on: list[str]  # the rulesets that it names
    players: list[int]  # the numbers of players that it declares, or inherits
    text: str


@frozen
class Library:
    """Asks for the rule files and bots of the library."""

    kind: ClassVar = "library"


@frozen
class Shelves:
    """Rulesets first, then layers that go on them, then examples, then the layers that only some game has."""

    files: list[RuleText]
    bots: list[str]


@frozen
class Lay:
    """Asks for the name of the rules with a text, which is a ruleset, or a layer on a base and other `layers`."""

    kind: ClassVar = "lay"
    text: str
    base: str
    layers: list[str] = field(factory=list)


@frozen
class Laid:
    """The name of the `rules` to load, with the text under its `name` if there is one; `on` is what lies beneath it."""

    name: str
    kind: File
    on: str
    rules: str


@frozen
class Draft:
    """Asks for a draft in a text on a base: its first lines, a scenario or a law, or a change of a kind that works."""

    kind: ClassVar = "draft"
    what: Draftable
    text: str
    base: str
    layers: list[str] = field(factory=list)


@frozen
class Drafted:
    """A text to be `written` in place of a range; the part from `chosen_start` to `chosen_end` is to be selected."""

    start: int
    end: int
    written: str
    chosen_start: int
    chosen_end: int


@frozen
class Load:
    """Loads rules: a name, or several joined by plus; `texts` are files of the sender, by name."""

    kind: ClassVar = "load"
    rules: str
    texts: dict[str, str] = field(factory=dict)


@frozen
class Loaded:
    """Loaded rules with their files, the base first; if there are errors, only the problems are filled in.

    The title is in the language of the session, and `called` what the `seats` are called in it.
    """

    name: str
    title: str
    players: list[int]
    seats: list[list[str]]  # their names in the rules, for each number of players
    called: list[list[str]]
    digest: str
    files: list[str]
    problems: list[Problem]


@frozen
class Assist:
    """Asks for assistance with a text under its name, laid `on` rules if it is a layer, and at an offset.

    Other `texts` can be referred to by name.
    """

    kind: ClassVar = "assist"
    text: str
    name: str
    on: str = ""
    offset: int | None = None
    texts: dict[str, str] = field(factory=dict)


@frozen
class Assisted:
    """Problems with their fixes; tokens; completions and the hover at the offset.

    Tokens cover the text without gaps: each has an end and a kind.
    """

    problems: list[Mistake]
    ends: list[int]
    kinds: list[Stretch]
    completions: list[Completion]
    hover: Hover | None


@frozen
class Explain:
    """Asks for a block with its rulings, or what a card does, in the game on the table."""

    kind: ClassVar = "explain"
    words: str


@frozen
class Explained:
    """What a block says, in words if there is something to say, and line by line as it stands in the rules."""

    said: list[str]
    lines: list[str]
