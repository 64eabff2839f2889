"""Games that are kept, played by other rules, sent and received.

The record of an unfinished game reveals all hands and future draws. It is returned only if the request is `sure`: a
person has confirmed it, or the page keeps the answer without showing it.
"""

from typing import ClassVar

from attrs import field, frozen

from palast.web.protocol.rules import File


@frozen
class Keep:
    """Asks for the record of the game, which reveals all hands."""

    kind: ClassVar = "keep"
    sure: bool = False


@frozen
class Kept:
    """The text of a record, a name for its file, and what `open` needs besides to restore the game."""

    record: str
    finished: bool
    name: str
    texts: dict[str, str]
    seats: list[str] | None
    after: int | None


@frozen
class Replay:
    """Plays a record, or the game on the table, by other rules, which reveals hidden cards."""

    kind: ClassVar = "replay"
    rules: str
    texts: dict[str, str] = field(factory=dict)
    record: str | None = None
    sure: bool = False


@frozen
class Difference:
    """A difference: after which heading, at which answer, after how many moves; what happens by either rules."""

    heading: str
    answer: str
    recorded: str
    other: str
    after: int


@frozen
class Replayed:
    """Where the game first goes differently, and the first answer that becomes illegal, if there are any."""

    recorded: str  # the name of the record's rules
    other: str
    different: Difference | None
    illegal: Difference | None


@frozen
class Send:
    """Asks for the fragment of an address with rules, players and seats; or with the game on the table (`deal`)."""

    kind: ClassVar = "send"
    rules: str
    texts: dict[str, str] = field(factory=dict)
    players: int | None = None
    seats: list[str] | None = None
    deal: bool = False
    sure: bool = False


@frozen
class Sent:
    """The part of the address after the #."""

    fragment: str


@frozen
class Receive:
    """Asks what a fragment contains; nothing is begun."""

    kind: ClassVar = "receive"
    fragment: str


@frozen
class Glimpse:
    """What a record claims; it is verified when it is opened."""

    rules: str
    players: list[str]
    seats: list[str]  # "person" or the name of a bot
    turns: int
    finished: bool


@frozen
class Received:
    """The content of a fragment; nothing is loaded yet.

    Without a `base` the `text` is a ruleset. It `replaces` rules of the library with its name; `lacking` are names of
    layers that are neither sent nor in the library.
    """

    rules: str
    base: str
    layers: list[str]
    name: str
    title: str
    text: str
    shown: str  # the text with control characters escaped, for reading it before it is used
    replaces: bool
    lacking: list[str]
    players: int | None
    seats: list[str] | None
    record: str | None
    game: Glimpse | None


@frozen
class Recognize:
    """Asks what a file is, by its content."""

    kind: ClassVar = "recognize"
    text: str


@frozen
class Recognized:
    """A record, described by `game`; else a rule file with its name, kind and bases, if it has a header."""

    game: Glimpse | None
    name: str
    file: File
    tried_on: list[str]
