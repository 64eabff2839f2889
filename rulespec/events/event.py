"""What happened, as users see it: events that print as sentences, and hold what their hearer may know."""

from attrs import field, frozen

from rulespec.material import Card
from rulespec.pending import Atom, Option
from rulespec.tree.node import Citations

Where = tuple[str, int | None]  # a zone, counter or note by name, and whose it is
Parts = tuple[str, str, str]  # a sentence: up to what was chosen or moved, just that, and the rest

NAMED = 6  # more cards than this that move at once are told by their number


@frozen
class Event:
    """Something that happened: `str` is its sentence, `block` and `cites` the rule it comes from."""

    kind: str
    player: int | None
    block: str
    cites: Citations
    parts: Parts = field(repr=False)

    @property
    def sentence(self) -> str:
        return " ".join(filter(None, self.parts))

    @property
    def named(self) -> tuple[Card, ...]:
        """The cards that the sentence names as having moved or been shown."""
        return ()

    @property
    def atoms(self) -> tuple[Atom, ...]:
        """What it lets its hearer know, as the atoms of options, or the text of an option without any."""
        return ()

    def __str__(self) -> str:
        return self.sentence


@frozen
class Answered(Event):
    """Somebody chose, committed or revealed; `option` is what, None where the hearer does not know all of it.

    It is `secret` where he knows nothing but, at most, how many cards.
    """

    option: Option | None
    secret: bool

    @property
    def atoms(self) -> tuple[Atom, ...]:
        return () if self.option is None else self.option.atoms or (self.option.text,)


@frozen
class Moved(Event):
    """Cards went to a zone; `hidden` is how many of them the hearer did not see."""

    cards: tuple[Card, ...]
    hidden: int
    sources: tuple[Where, ...]
    to: Where

    @property
    def named(self) -> tuple[Card, ...]:
        return self.cards if len(self.cards) + self.hidden <= NAMED else ()

    @property
    def atoms(self) -> tuple[Atom, ...]:
        return self.cards


@frozen
class Exchanged(Event):
    """Cards went to each other's places: for each side, those that the hearer saw, and how many he did not."""

    cards: tuple[tuple[Card, ...], tuple[Card, ...]]
    hidden: tuple[int, int]
    places: tuple[tuple[Where, ...], tuple[Where, ...]]

    @property
    def named(self) -> tuple[Card, ...]:
        one, other = self.cards
        return one + other

    @property
    def atoms(self) -> tuple[Atom, ...]:
        return self.named


@frozen
class Shown(Event):
    """Cards were shown to `players`; `hidden` is how many of them the hearer did not see."""

    cards: tuple[Card, ...]
    hidden: int
    players: tuple[int, ...]

    @property
    def named(self) -> tuple[Card, ...]:
        return self.cards

    @property
    def atoms(self) -> tuple[Atom, ...]:
        return self.cards


@frozen
class Changed(Event):
    """A counter or note went from `old` to `new`; a word of a note is its text."""

    what: Where
    old: int | str | None
    new: int | str | None


@frozen
class Next(Event):
    """It was settled whose turn is next, if anybody's."""

    who: int | None
