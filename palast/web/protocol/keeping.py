"""Games that are kept, played again by other rules, sent and received."""

from typing import ClassVar

from attrs import field, frozen


@frozen
class Keep:
    """The game as a text, which tells all hands to whoever reads it."""

    kind: ClassVar = "keep"


@frozen
class Kept:
    """The text of a record."""

    record: str
    finished: bool


@frozen
class Replay:
    """Plays a record, or the game on the table, again by other rules."""

    kind: ClassVar = "replay"
    rules: str
    texts: dict[str, str] = field(factory=dict)
    record: str | None = None


@frozen
class Difference:
    """Where: after which heading, at which answer; what either rules say there."""

    heading: str
    answer: str
    recorded: str
    other: str


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

    With the `deal` it is the game on the table, by the rules that it is played by. One that goes on shows every hand to
    whoever gets it, so that it is sent only if the sender is `sure`.
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
class Received:
    """What there was in a fragment: `load` it, then `open` its record, or begin a new game."""

    rules: str
    texts: dict[str, str]
    players: int | None
    seats: list[str] | None
    record: str | None
