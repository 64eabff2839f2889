"""The table in few lines: a player's own cards first, without empty zones, zeros and bookkeeping."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from attrs import frozen

from palast.prompt.called import Called
from palast.prompt.said import say
from rulespec import SPECTATOR, Card, LastSeen, State
from rulespec.game.api import View
from rulespec.knowledge.knowing import Knowing
from rulespec.language.tree import declarations as d
from rulespec.rules.material import Place
from rulespec.wording.page import Page
from rulespec.wording.story.bookkeeping import Bookkeeping

LEAD = 2
BETWEEN = "  ·  "
ROOM = 16  # columns for a label
Row = tuple[str, str, str]  # the label, whose, and what lies there
NOTHING = "-"
ZERO = ("", "0")  # values that are left out
UNKNOWN = "?"
EMPTY = LastSeen(0, None)
MANY = 12  # face-down cards in a row; a longer one is only counted


@frozen(eq=False, slots=False)
class Board:
    """The table as the player of a view sees it, or a spectator."""

    called: Called
    view: View
    page: Page

    def lines(self) -> Iterator[str]:
        """The cards, counters and notes on the table."""
        holders = self.view.rules.composed.of(d.Counter, d.Note)
        return self._lines([each for each in holders if each.name not in self._quiet])

    def cards(self) -> Iterator[str]:
        """The cards alone, for the end of a story that has told the standings."""
        return self._lines([])

    def _lines(self, holders: Sequence[d.Counter | d.Note]) -> Iterator[str]:
        zones = [zone for zone in self.view.rules.composed.of(d.Zone) if zone.name not in self._quiet]
        zones.sort(key=lambda zone: not self._is_hand(zone))
        rows = [row for zone in zones for row in self._zone(zone)]
        sizes = ((zone, self._look(zone)) for zone in zones if self._is_counted(zone))
        counted = [f"{self.called.label(zone.name)} {size}" for zone, size in sizes if size]
        for holder in holders:
            rows += self._per_player(holder) if holder.per_player else ()
            counted += () if holder.per_player else self._shared(holder)
        if counted:
            rows.append(("", "", BETWEEN.join(counted)))
        return laid(self.page, rows)

    @cached_property
    def _quiet(self) -> Bookkeeping:
        return Bookkeeping(self.view.rules)

    # ---- zones

    def _places(self, zone: d.Zone) -> list[Place]:
        """The places of a zone, beginning with one's own."""
        places = [place for place in self.called.game.material.places if place.zone.name == zone.name]
        first = 0 if self.view.player == SPECTATOR else self.view.player
        return sorted(places, key=lambda place: ((place.owner or 0) - first) % self.called.game.players)

    def _is_hand(self, zone: d.Zone) -> bool:
        """Whether a player sees his own cards there, and not those of the others."""
        seen = [isinstance(self.view.zone(*place.where), tuple) for place in self._places(zone)]
        return zone.per_player and seen[0] and not all(seen)

    def _is_counted(self, zone: d.Zone) -> bool:
        """Whether a zone is one place of which the player sees, and knows, only the number of cards."""
        return not zone.per_player and zone.by is None and isinstance(self._told(self._places(zone)[0]), int)

    def _look(self, zone: d.Zone) -> tuple[Card, ...] | LastSeen | int:
        return self.view.zone(*self._places(zone)[0].where)

    def _zone(self, zone: d.Zone) -> Iterator[Row]:
        """The rows of a kind of zone: one where it fits, else one for each player before whom cards lie."""
        if self._is_counted(zone):
            return
        seen = [(self._whose(place), self._told(place)) for place in self._places(zone)]
        label = self.called.label(zone.name)
        if self._is_hand(zone):
            (_, own), *seen = seen
            if own:
                yield label, "", self._cards(own)  # needs no name
                label = ""
        seen = [(who, cards) for who, cards in seen if cards and cards != EMPTY]
        counted = [isinstance(cards, int | str) and who != "" for who, cards in seen]
        lying = [(who, self._cards(cards)) for (who, cards), only in zip(seen, counted, strict=True) if not only]
        counts = ", ".join(f"{who}: {cards}" for (who, cards), only in zip(seen, counted, strict=True) if only)
        told = [f"{who}: {cards}" if who else cards for who, cards in lying]
        together = BETWEEN.join(filter(None, [*told, counts]))
        if not any(who for who, _ in lying) or len(together) <= self.page.width - ROOM:
            yield from [(label, "", together)] if together else ()
            return
        yield label, "", counts
        for who, cards in lying:
            yield "", who, cards

    @cached_property
    def _knowing(self) -> Knowing:
        return Knowing(self.view.perspective())

    def _told(self, place: Place) -> tuple[Card, ...] | LastSeen | int | str:
        """The player's sight of a place; a text if they also know some of its face-down cards."""
        look, material = self.view.zone(*place.where), self.called.game.material
        row, shared = place.zone.ordered, place.owner is None and place.word is None
        if isinstance(look, tuple) or (shared and not row):
            return look
        faces = self._knowing.face_down(material.places.index(place))
        known = [material.cards[card] for card in faces if card is not None]
        if not known or (row and len(faces) > MANY):
            return look
        shown = [UNKNOWN if card is None else self.called.cards([material.cards[card]]) for card in faces]
        cards = ", ".join(shown if row else shown[: len(known)])
        if isinstance(look, LastSeen):
            return self._cards(look, f"{self.called.count(look.count)} ({cards})")
        return f"{self.called.count(look) if shared else look} ({cards})"

    def _whose(self, place: Place) -> str:
        """Whose a place is, and for which word."""
        who = "" if place.owner is None else self.called.seat(place.owner)
        word = "" if place.word is None else self.called.word(place.word)
        return " ".join(filter(None, (who, word)))

    def _cards(self, cards: tuple[Card, ...] | LastSeen | int | str, number: str = "") -> str:
        if isinstance(cards, str):
            return cards
        if isinstance(cards, tuple):
            return self.called.cards(cards)
        if isinstance(cards, int):
            return self.called.count(cards)
        number = number or self.called.count(cards.count)
        if cards.last is None:
            return number
        return say(self.called.words, "last seen", number=number, card=self.called.cards([cards.last]))

    # ---- counters and notes

    def _per_player(self, holder: d.Counter | d.Note) -> Iterator[Row]:
        """A row, or one for each word, unless all its values are 0 or empty."""
        for word in self._words(holder):
            values = [self._value(holder, seat, word) for seat in range(self.called.game.players)]
            if all(value in ZERO for value in values):
                continue
            label = self.called.label(holder.name, plural=isinstance(holder, d.Counter))
            label += "" if word is None else f" {self.called.word(word)}"
            told = (f"{self._seat(seat)}: {value or NOTHING}" for seat, value in enumerate(values))
            yield label, "", ", ".join(told)

    def _shared(self, holder: d.Counter | d.Note) -> Iterator[str]:
        """The value of a counter or a note of the whole table, unless it is 0 or empty."""
        for word in self._words(holder):
            value = self._value(holder, None, word)
            if value not in ZERO:
                yield " ".join(filter(None, (self.called.label(holder.name), self._word(word), value)))

    def _seat(self, seat: int) -> str:
        """A player, where each is named once: there it says who is asked."""
        said = self.called.seat(seat)
        return f"{said} ({say(self.called.words, 'you')})" if seat == self.view.player else said

    def _words(self, holder: d.Counter | d.Note) -> Sequence[str | int | None]:
        return self.called.game.material.words_by(holder) or (None,)

    def _word(self, word: str | int | None) -> str:
        return "" if word is None else self.called.word(word)

    def _value(self, holder: d.Counter | d.Note, owner: int | None, word: str | int | None) -> str:
        """The value of a counter or a note; empty if there is none."""
        look: Callable[..., object] = self.view.counter if isinstance(holder, d.Counter) else self.view.note
        value = look(holder.name, owner, word)
        if value is None:
            return ""
        if isinstance(holder, d.Note) and isinstance(value, int):
            return self.called.seat(value) if holder.of == "player" else str(value)
        return self.called.word(value) if isinstance(holder, d.Note) and isinstance(value, str) else str(value)


def uncovered(called: Called, state: State, view: View, page: Page) -> Iterator[str]:
    """The players' cards that could not be seen, for the end of a game."""
    quiet = Bookkeeping(state.rules)
    rows = []
    for place in state.game.material.places:
        cards = state.zone(*place.where)
        hidden = place.owner is not None and not isinstance(view.zone(*place.where), tuple)
        if hidden and cards and place.zone.name not in quiet:
            zone, player = called.label(place.zone.name), called.seat(place.owner or 0)
            rows.append((say(called.words, "of", zone=zone, player=player), "", called.cards(cards)))
    if rows:
        yield from page.lines(say(called.words, "uncovered"))
        yield from laid(page, rows)


def laid(page: Page, rows: Sequence[Row]) -> Iterator[str]:
    """Rows with their labels before them; beneath a label, with whose they are."""
    wide = max((len(label) for label, who, _ in rows if not who), default=0)
    seat = max((len(who) for _, who, _ in rows), default=0)
    for label, who, text in rows:
        lead = f"{who:<{seat}}  " if who else f"{label:<{wide}}  "
        yield from page.lines(text, lead=" " * LEAD * (2 if who else 1) + lead)
