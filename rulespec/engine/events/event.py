"""Events as users see them: they print as sentences, and hold what their hearer may know."""

from attrs import evolve, field, frozen

from rulespec.engine.options import ENOUGH
from rulespec.engine.pending import Atom, Option
from rulespec.language.tree.node import Citations
from rulespec.rules.material import Card, Where

Thing = Card | str | int  # something chosen: a card, how anything else is written, or so many hidden cards

NAMED = 6  # cards that move at once and are named; of more the number is told


@frozen
class Event:
    """Something that happened: `str` is its sentence, `block` and `cites` its rule.

    `statement` tells the statements of a ruleset apart; None if no statement caused the event.
    """

    kind: str
    player: int | None
    block: str
    cites: Citations
    statement: int | None = field(repr=False, eq=False)
    sentence: str = field(repr=False)  # in the words of the rules

    @property
    def named(self) -> tuple[Card, ...]:
        """The moved or shown cards that the sentence names."""
        return ()

    @property
    def atoms(self) -> tuple[Atom, ...]:
        """The atoms that the player learns; the text of an option that has none."""
        return self.named

    @property
    def zones(self) -> tuple[Where, ...]:
        """The zones that cards come from, go to or are shown in."""
        return ()

    def __str__(self) -> str:
        return self.sentence


@frozen
class Answered(Event):
    """Somebody chose, committed or revealed; `option` is None where the hearer does not know all of it.

    `known` is what the hearer knows of the answer; `secret`: at most how many cards it was. `part`: the question was
    for one card of a set.
    """

    option: Option | None
    known: tuple[Thing, ...]
    secret: bool
    part: bool

    @property
    def atoms(self) -> tuple[Atom, ...]:
        return () if self.option is None else self.option.atoms or (self.option.text,)

    @property
    def chose_nothing(self) -> bool:
        """True if a player chose an empty set of cards, rather than no more cards after some."""
        return self.option is not None and self.option.text == ENOUGH and not self.part


@frozen
class Moved(Event):
    """Cards moved to a zone; the hearer saw `cards`, and not `hidden` others."""

    cards: tuple[Card, ...]
    hidden: int
    sources: tuple[Where, ...]
    to: Where

    def with_more(self, other: "Moved") -> "Moved":
        """This event, with the cards of another one to the same zone."""
        sources = tuple(dict.fromkeys((*self.sources, *other.sources)))
        return evolve(self, cards=self.cards + other.cards, hidden=self.hidden + other.hidden, sources=sources)

    @property
    def named(self) -> tuple[Card, ...]:
        return self.cards if len(self.cards) + self.hidden <= NAMED else ()

    @property
    def zones(self) -> tuple[Where, ...]:
        return *self.sources, self.to

    @property
    def atoms(self) -> tuple[Atom, ...]:
        return self.cards


@frozen
class Inserted(Moved):
    """Cards moved to a row so that the first of them has a `position`; None if the hearer does not see the row."""

    position: int | None


@frozen
class Exchanged(Event):
    """Cards were exchanged: for each side those that the hearer saw, and the number of the others."""

    cards: tuple[tuple[Card, ...], tuple[Card, ...]]
    hidden: tuple[int, int]
    places: tuple[tuple[Where, ...], tuple[Where, ...]]

    @property
    def named(self) -> tuple[Card, ...]:
        one, other = self.cards
        return one + other

    @property
    def zones(self) -> tuple[Where, ...]:
        here, there = self.places
        return here + there


@frozen
class Shown(Event):
    """Cards were shown to `players`; the hearer saw `cards`, and not `hidden` others."""

    cards: tuple[Card, ...]
    hidden: int
    players: tuple[int, ...]
    sources: tuple[Where, ...]

    @property
    def named(self) -> tuple[Card, ...]:
        return self.cards

    @property
    def zones(self) -> tuple[Where, ...]:
        return self.sources


@frozen
class Changed(Event):
    """A counter or note changed; words are given as text, players as seats."""

    what: Where
    old: int | str | None
    new: int | str | None


@frozen
class Next(Event):
    """The next player was set; None for nobody."""

    who: int | None
