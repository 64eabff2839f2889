"""Games that are kept, played again by other rules, sent and received.

A game that goes on has every hand, and what will be drawn. It is told only where the request is `sure`: a person has
said that it is meant, or the page keeps the answer without showing it.
"""

from typing import ClassVar

from attrs import field, frozen

from palast.web.protocol.rules import File


@frozen
class Keep:
    """The game as a text, which tells all hands to whoever reads it."""

    kind: ClassVar = "keep"
    sure: bool = False


@frozen
class Kept:
    """The text of a record, what a file of it is called, and what `open` needs besides to have the game as it was."""

    record: str
    finished: bool
    name: str
    texts: dict[str, str]
    seats: list[str] | None
    after: int | None


@frozen
class Replay:
    """Plays a record, or the game on the table, again by other rules, which tells what was done with hidden cards."""

    kind: ClassVar = "replay"
    rules: str
    texts: dict[str, str] = field(factory=dict)
    record: str | None = None
    sure: bool = False


@frozen
class Difference:
    """Where: after which heading, at which answer, after how many moves; what either rules say there."""

    heading: str
    answer: str
    recorded: str
    other: str
    after: int


@frozen
class Replayed:
    """Where the game first goes differently, and the first answer that becomes illegal, if there are any."""

    recorded: str  # what the rules of the record are called
    other: str
    different: Difference | None
    illegal: Difference | None


@frozen
class Send:
    """Rules, layers, players and seats as the fragment of an address.

    With the `deal` it is the game on the table, by the rules that it is played by.
    """

    kind: ClassVar = "send"
    rules: str
    texts: dict[str, str] = field(factory=dict)
    players: int | None = None
    seats: list[str] | None = None
    deal: bool = False
    sure: bool = False


@frozen
class Sent:
    """What stands behind the # of the address."""

    fragment: str


@frozen
class Receive:
    """What somebody has sent; nothing is begun."""

    kind: ClassVar = "receive"
    fragment: str


@frozen
class Glimpse:
    """What a record says of itself; whether it is true is known when it is opened."""

    rules: str
    players: list[str]
    seats: list[str]  # who sat there
    turns: int
    finished: bool


@frozen
class Received:
    """What there was in a fragment, as the page would have it; nothing is loaded yet.

    The `text` is a ruleset where there is no `base`. It `replaces` rules that come along if it is called as they are;
    what is `lacking` is neither sent nor does it come along.
    """

    rules: str
    base: str
    layers: list[str]
    name: str
    title: str
    text: str
    shown: str  # the text to be read before it is used: what would be obeyed, or shown in another order, is written out
    replaces: bool
    lacking: list[str]
    players: int | None
    seats: list[str] | None
    record: str | None
    game: Glimpse | None


@frozen
class Recognize:
    """What somebody's file is, by what stands in it."""

    kind: ClassVar = "recognize"
    text: str


@frozen
class Recognized:
    """A record, which a game can be glimpsed of; else a rule, if it says how it is called and what it goes on."""

    game: Glimpse | None
    name: str
    file: File
    tried_on: list[str]
