"""What happened, as events that print as sentences: told from what their hearer heard, and so no more than that."""

from collections import Counter as Tally
from typing import Any

from attrs import field, frozen

from rulespec.events.hearing import Numbers, Raw
from rulespec.pending import Option
from rulespec.plan.choices import NOTHING
from rulespec.plan.material import Card, Material
from rulespec.run.options import HIDDEN, Site, seat_name
from rulespec.run.program import Asking, Program
from rulespec.tree import declarations as d
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

    def __str__(self) -> str:
        return self.sentence


@frozen
class Answered(Event):
    """Somebody chose, committed or revealed; `option` is what, None where the hearer does not know all of it.

    It is `secret` where he knows nothing but, at most, how many cards.
    """

    option: Option | None
    secret: bool


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


@frozen
class Shown(Event):
    """Cards were shown to `players`; `hidden` is how many of them the hearer did not see."""

    cards: tuple[Card, ...]
    hidden: int
    players: tuple[int, ...]

    @property
    def named(self) -> tuple[Card, ...]:
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


class Teller:
    """Makes events of what somebody heard."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._material: Material = program.material

    def tell(self, heard: tuple[Raw, ...]) -> tuple[Event, ...]:
        return tuple([self.event(each) for each in heard if each[0] != "begin"])

    def event(self, heard: Raw) -> Event:
        kind = heard[0]
        said: str | Parts = getattr(self, "_" + kind.replace(" ", "_"))(*heard[1:])
        parts = (said, "", "") if isinstance(said, str) else said
        if kind in ("round", "limit"):
            return Event(kind, None, "", (), parts)
        if kind == "turn":
            return Event(kind, heard[1], "turn", (), parts)
        origin = self._program.origins[heard[1]]
        player = heard[2] if kind != "refill" else None
        rule = (kind, player, origin.block, origin.cites, parts)
        match heard:
            case ("choose" | "pick" | "reveal", _, _, pc, answer):
                return Answered(*rule, self._option(pc, answer), _secret(answer))
            case ("commit", _, _):
                return Answered(*rule, None, True)
            case ("move", _, _, cards, sources, to) | ("refill", _, cards, sources, to):
                return Moved(*rule, *self._faces(cards), self._wheres(sources), self._where(to))
            case ("draw", _, _, card, source, to):
                return Moved(*rule, *self._faces((card,)), (self._where(source),), self._where(to))
            case ("exchange", _, _, mine, theirs, (here, there)):
                (one, hidden), (other, hidden_other) = self._faces(mine), self._faces(theirs)
                places = (self._wheres(here), self._wheres(there))
                return Exchanged(*rule, (one, other), (hidden, hidden_other), places)
            case ("show", _, _, cards, _, players):
                return Shown(*rule, *self._faces(cards), players)
            case ("change", _, _, variable, old, new):
                holder = self._material.variables[variable]
                what = (holder.holder.name, holder.owner)
                return Changed(*rule, what, self._stands(variable, old), self._stands(variable, new))
            case ("next", _, _, who):
                return Next(*rule, who)
            case _:
                return Event(*rule)

    # ---- kinds of events

    def _round(self) -> str:
        return "a round begins"

    def _limit(self, turns: int) -> str:
        return f"the limit of {turns} turn{'s' * (turns > 1)} is reached: the game ends without a winner"

    def _turn(self, seat: int) -> str:
        return f"{self._seat(seat)} has the turn"

    def _choose(self, origin: int, seat: int, pc: int, raw: Any) -> str | Parts:
        site = self._site(pc)
        if raw is None:
            return f"{self._seat(seat)} declines to {self._doing(origin)}"
        if raw is True:
            return f"{self._seat(seat)} chooses to {self._doing(origin)}"
        return f"{self._seat(seat)} chooses", self._no_cards(pc) if raw == () else site.told(raw), ""

    def _pick(self, origin: int, seat: int, pc: int, raw: Any) -> str | Parts:
        if raw is None and self._site(pc).query.none == NOTHING:
            return self._lapse(origin, seat, "himself")
        if raw is None or raw is True:
            return f"{self._seat(seat)} commits {'to' if raw else 'not to'} {self._doing(origin)}"
        chosen = self._no_cards(pc) if raw == () else self._site(pc).option(raw).text
        return f"{self._seat(seat)} commits to", chosen, ""

    def _commit(self, origin: int, seat: int) -> str:
        return f"{self._seat(seat)} has committed"

    def _reveal(self, origin: int, seat: int, pc: int, raw: Any) -> str:
        site = self._site(pc)
        if raw is None:
            return f"{self._seat(seat)} has declined to {self._doing(origin)}"
        if raw is True:
            return f"{self._seat(seat)} has chosen to {self._doing(origin)}"
        return f"{self._seat(seat)} reveals {site.told(raw)}"

    def _lapse(self, origin: int, seat: int, whom: str) -> str:
        return f"{self._seat(seat)} cannot {self._doing(origin)}"

    def _move(self, origin: int, seat: int, cards: tuple[int, ...], sources: tuple[int, ...], to: int) -> str:
        return f"{self._seat(seat)} moves {self._moved(cards, sources, seat)} to {self._place(to, seat)}"

    def _draw(self, origin: int, seat: int, card: int, source: int, to: int) -> Parts:
        where = f"from {self._place(source, seat)} to {self._place(to, seat)}"
        return f"{self._seat(seat)} draws", self._named((card,)), where

    def _refill(self, origin: int, cards: tuple[int, ...], sources: tuple[int, ...], to: int) -> str:
        return (
            f"{self._moved(cards, sources, None)} {'goes' if len(cards) == 1 else 'go'} back to {self._place(to, None)}"
        )

    def _exchange(self, origin: int, seat: int, mine: tuple[int, ...], theirs: tuple[int, ...], sources: Any) -> str:
        here, there = sources
        one, other = self._named(mine), self._named(theirs)
        where, elsewhere = self._places(here, seat), self._places(there, seat)
        return f"{self._seat(seat)} exchanges {one} from {where} with {other} from {elsewhere}"

    def _show(self, origin: int, seat: int, cards: Any, sources: tuple[int, ...], players: tuple[int, ...]) -> str:
        who = "all" if len(set(players) | {seat}) == self._material.players else self._seats(players)
        own = {self._material.places[source].owner for source in sources} <= {seat} and len(set(sources)) == 1
        shown = self._named(cards) if own else self._from(cards, sources, seat)
        return f"{self._seat(seat)} shows {shown or 'no cards'} to {who}"

    def _change(self, origin: int, seat: int, variable: int, old: int | None, new: int | None) -> str:
        what = self._material.variables[variable]
        whose = f"{self._seat(what.owner)}: " if what.owner is not None else ""
        return f"{whose}{what.holder.name} is {self._value(variable, new)}"

    def _next(self, origin: int, seat: int, player: int | None) -> str:
        return "nobody is next" if player is None else f"{self._seat(player)} is next"

    def _round_ends(self, origin: int, seat: int) -> str:
        return f"the round ends in {self._seat(seat)}'s turn: {self._program.origins[origin].text}"

    def _game_ends(self, origin: int, seat: int) -> str:
        return f"the game ends: {self._program.origins[origin].text}"

    # ---- parts of sentences

    def _site(self, pc: int) -> Site:
        return self._program.asks[pc].site

    def _doing(self, origin: int) -> str:
        """What somebody does there, behind a verb of the sentence."""
        brief = self._program.origins[origin].brief
        if brief.endswith(" is next"):
            return f"let it be so: {brief}"
        return "do nothing" if brief == "nothing" else brief

    def _no_cards(self, pc: int) -> str:
        ask = self._program.asks[pc]
        return "no more cards" if isinstance(ask, Asking) and ask.bit is not None else "no cards"

    def _seat(self, seat: int) -> str:
        return seat_name(self._material, seat)

    def _seats(self, seats: tuple[int, ...]) -> str:
        return ", ".join(self._seat(seat) for seat in seats) or "nobody"

    def _card(self, card: int) -> str:
        return self._material.cards[card].name

    def _place(self, place: int, seat: int | None) -> str:
        where = self._material.places[place]
        if where.owner is None:
            return f"the {where.zone.name}"
        return f"own {where.zone.name}" if where.owner == seat else f"{where.zone.name} of {self._seat(where.owner)}"

    def _named(self, cards: Numbers) -> str:
        """The cards by name, and how many more."""
        seen, hidden = self._faces(cards)
        return ", ".join([*(card.name for card in seen), *([_cards(hidden)] if hidden else [])])

    def _places(self, places: tuple[int, ...], seat: int) -> str:
        return " and ".join(self._place(place, seat) for place in dict.fromkeys(places))

    def _moved(self, cards: Numbers, sources: tuple[int, ...], seat: int | None) -> str:
        """The cards, and from where they come if there are many of them, or if they were another player's."""
        owners = {self._material.places[source].owner for source in sources}
        if len(cards) <= NAMED:
            return self._from(cards, sources, seat) if owners - {seat, None} else self._named(cards)
        counted = Tally(sources)
        parts = (f"{_cards(count)} from {self._place(source, None)}" for source, count in sorted(counted.items()))
        return ", ".join(parts)

    def _from(self, cards: Numbers, sources: tuple[int, ...], seat: int | None) -> str:
        """The cards by name, each followed by the place that it comes from."""
        lying: dict[int, list[Any]] = {}
        for card, source in zip(cards, sources, strict=True):
            lying.setdefault(source, []).append(card)
        return ", ".join(f"{self._named(tuple(some))} from {self._place(place, seat)}" for place, some in lying.items())

    def _value(self, variable: int, value: int | None) -> str:
        stands = self._stands(variable, value)
        if stands is None:
            return "none"
        holder = self._material.variables[variable].holder
        return self._seat(int(stands)) if isinstance(holder, d.Note) and holder.of == "player" else str(stands)

    # ---- parts of events

    def _option(self, pc: int, answer: Any) -> Option | None:
        site = self._site(pc)
        return None if _hidden(answer) else site.option(answer)

    def _faces(self, cards: Numbers) -> tuple[tuple[Card, ...], int]:
        seen = tuple([self._material.cards[card] for card in cards if card != HIDDEN])
        return seen, len(cards) - len(seen)

    def _where(self, place: int) -> Where:
        where = self._material.places[place]
        return where.zone.name, where.owner

    def _wheres(self, places: tuple[int, ...]) -> tuple[Where, ...]:
        return tuple(self._where(place) for place in dict.fromkeys(places))

    def _stands(self, variable: int, value: int | None) -> int | str | None:
        holder = self._material.variables[variable].holder
        if value is None or isinstance(holder, d.Counter) or holder.of == "player":
            return value
        return self._material.words(holder.of)[value]


def _hidden(answer: Any) -> bool:
    """Whether the hearer does not know all of an answer."""
    return any(map(_hidden, answer)) if isinstance(answer, tuple) else answer == HIDDEN


def _secret(answer: Any) -> bool:
    """Whether the hearer knows nothing of an answer."""
    return bool(answer) and all(map(_secret, answer)) if isinstance(answer, tuple) else bool(answer == HIDDEN)


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"
