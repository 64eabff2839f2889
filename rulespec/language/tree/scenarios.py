"""What a scenario says: a position, what is answered and drawn in it, and what is then the case."""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen

from rulespec.language.tree.expressions import Condition, Expression
from rulespec.language.tree.node import NAMES, Node


@frozen
class Seat(Node):
    """A player, by the word that his seat carries, or by its number."""

    word: str | int = field(metadata=NAMES)

    @property
    def called(self) -> str:
        return self.word if isinstance(self.word, str) else f"seat {self.word}"


@frozen
class Share(Node):
    """A zone, a counter, a note or a value, or what one or several players have of it; `by` a word, or of one alone.

    As it is written, a word after `of` is a seat's; the pass `resolve` knows better.
    """

    name: str = field(metadata=NAMES)
    of: Seat | Literal["players", "others"] | None = None
    by: str | int | None = field(default=None, metadata=NAMES)


@frozen
class Said(Node):
    """A card, a word, a player or a number, as it is written where somebody is asked."""

    words: tuple[str | int, ...] = field(metadata=NAMES)

    @property
    def text(self) -> str:
        return " ".join(map(str, self.words))


@frozen
class Aside(Node):
    """What is answered without choosing anything, such as `(decline)`."""

    words: tuple[str | int, ...]

    @property
    def text(self) -> str:
        return f"({' '.join(map(str, self.words))})"


# ---- given


@frozen
class SomeCards(Node):
    """So many cards of a set, whichever; without `source` they are any."""

    number: int
    source: Expression | None


@frozen
class TheRest(Node):
    """The cards that lie nowhere else."""


@frozen
class Laid(Node):
    """What lies, or stands, somewhere; nothing if it is empty."""

    share: Share
    content: tuple[Content, ...]


@frozen
class Given(Node):
    """Who plays, whose turn begins, and what lies on the table; with nothing laid there, a new game."""

    players: int | None = None
    first: Seat | None = None
    laid: tuple[Laid, ...] = ()


# ---- when


@frozen
class Answered(Node):
    """What somebody answers, and maybe the names that his answer has; whatever he can, if nothing is said."""

    seat: Seat
    names: tuple[str, ...] = field(metadata=NAMES)
    said: tuple[Said | Aside, ...]


@frozen
class Drawn(Node):
    """The cards that somebody draws by chance, one after another."""

    seat: Seat
    said: tuple[Said, ...]


@frozen
class Dealt(Node):
    """The cards that a seat receives by chance, in this order, with the draws for other seats among them."""

    seat: Seat
    said: tuple[Said, ...]


@frozen
class When(Node):
    lines: tuple[Line, ...]


# ---- then


@frozen
class Holds(Node):
    """A condition of the language."""

    condition: Condition


@frozen
class Shows(Node):
    """What lies, or stands, somewhere: that and no more."""

    share: Share
    content: tuple[Content, ...]


@frozen
class Has(Node):
    """Cards that lie somewhere, among others; or that do not."""

    share: Share
    cards: tuple[Said, ...]
    wanted: bool


@frozen
class Knows(Node):
    """The cards of which a player knows that they lie somewhere: these and no more."""

    seat: Seat
    share: Share
    cards: tuple[Said, ...]


@frozen
class Heard(Node):
    """Sentences that a player has heard since the last answers began, among others; none if he has heard nothing."""

    seat: Seat
    said: tuple[str, ...]


@frozen
class NextIs(Node):
    """Whose turn has begun."""

    seat: Seat


@frozen
class AskedIs(Node):
    """Who has to decide."""

    seat: Seat


@frozen
class Ends(Node):
    """The reason for which the round, or the game, has ended."""

    game: bool
    reason: str = field(metadata=NAMES)


@frozen
class GoesOn(Node):
    """The round, or the game, has not ended."""

    game: bool


@frozen
class Offer(Node):
    """An answer that could be given."""

    said: tuple[Said | Aside, ...]

    @property
    def text(self) -> str:
        return ", ".join(each.text for each in self.said)


@frozen
class Offered(Node):
    """Answers that can be given to what is asked, with no others where they are the `only` ones."""

    offers: tuple[Offer, ...]
    only: bool = False


@frozen
class Rule(Node):
    """A block by its key: the words of its kind, and its name if it has one."""

    kind: str
    name: str | None = field(metadata=NAMES)

    @property
    def key(self) -> str:
        return f"{self.kind} {self.name}" if self.name else self.kind


@frozen
class NotOffered(Node):
    """Answers that cannot be given, and maybe the rule that leaves them out."""

    offers: tuple[Offer, ...]
    by: Rule | None


@frozen
class WinnersAre(Node):
    seats: tuple[Seat, ...]


@frozen
class ReturnsAre(Node):
    """What each seat gets from the game."""

    numbers: tuple[int, ...]


@frozen
class Then(Node):
    """What is the case when the game waits again; or as the round was `ending` on the way there."""

    claims: tuple[Claim, ...]
    ending: bool = False


# ---- the closed sets

Content = Said | SomeCards | TheRest
Line = Answered | Drawn | Dealt
Step = When | Then
AfterIt = NextIs | AskedIs | GoesOn | Offered | NotOffered | WinnersAre | ReturnsAre  # where the game waits again
Claim = (
    Holds
    | Shows
    | Has
    | Knows
    | Heard
    | NextIs
    | AskedIs
    | Ends
    | GoesOn
    | Offered
    | NotOffered
    | WinnersAre
    | ReturnsAre
)
