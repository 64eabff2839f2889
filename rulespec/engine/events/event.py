"""Events as users see them: they print as sentences, and hold what their hearer may know."""

from typing import Any

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
    """Cards moved to a zone; the hearer saw `cards`, and not `hidden` others.

    `places` has the zone that each card came from, those of the seen cards first.
    """

    cards: tuple[Card, ...]
    hidden: int
    places: tuple[Where, ...]
    to: Where

    @property
    def sources(self) -> tuple[Where, ...]:
        """The zones that the cards came from, each once."""
        return tuple(dict.fromkeys(self.places))

    def with_more(self, other: "Moved") -> "Moved":
        """This event, with the cards of another one to the same zone."""
        (seen, hidden), (more, others) = _by_sight(self), _by_sight(other)
        places = seen + more + hidden + others
        return evolve(self, cards=self.cards + other.cards, hidden=self.hidden + other.hidden, places=places)

    @property
    def by_owner(self) -> tuple["Moved", ...]:
        """The cards of each owner as an event of their own."""
        return tuple(evolve(self, **each) for each in _by_owner(self))

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
    """Cards were shown to `players`; the hearer saw `cards`, and not `hidden` others.

    `places` has the zone of each card, those of the seen cards first.
    """

    cards: tuple[Card, ...]
    hidden: int
    players: tuple[int, ...]
    places: tuple[Where, ...]

    @property
    def sources(self) -> tuple[Where, ...]:
        """The zones of the cards, each once."""
        return tuple(dict.fromkeys(self.places))

    @property
    def by_owner(self) -> tuple["Shown", ...]:
        """The cards of each owner as an event of their own."""
        return tuple(evolve(self, **each) for each in _by_owner(self))

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


def _by_sight(event: Moved) -> tuple[tuple[Where, ...], tuple[Where, ...]]:
    """The zones of the seen cards, and those of the hidden ones."""
    return event.places[: len(event.cards)], event.places[len(event.cards) :]


def _by_owner(event: Moved | Shown) -> list[dict[str, Any]]:
    """The fields of an event that are about its cards, for each owner of a zone that they come from."""
    seen = len(event.cards)
    fields = list[dict[str, Any]]()
    for owner in dict.fromkeys(where[1] for where in event.places):
        of = [at for at, where in enumerate(event.places) if where[1] == owner]
        cards = tuple(event.cards[at] for at in of if at < seen)
        places = tuple(event.places[at] for at in of)
        fields.append({"cards": cards, "hidden": len(of) - len(cards), "places": places})
    return fields
