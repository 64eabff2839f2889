"""The sentence of each kind of event, made from what its hearer heard alone."""

from collections import Counter as Tally
from collections.abc import Iterable
from typing import Any, assert_never

from rulespec.events import kinds as k
from rulespec.events import roles as r
from rulespec.events.compiled import Compiled
from rulespec.events.event import (
    NAMED,
    NO_CARDS,
    Answered,
    Changed,
    Event,
    Exchanged,
    Inserted,
    Moved,
    Next,
    Parts,
    Shown,
)
from rulespec.events.log import RawEvent
from rulespec.material import Card, Material, Where
from rulespec.pending import Option
from rulespec.plan.nodes.choices import NOTHING
from rulespec.plan.nodes.instructions import AskPart
from rulespec.plan.options import HIDDEN, Site, seat_name, share_name, standing_name
from rulespec.tree import declarations as d
from rulespec.tree.node import Citations

REMEMBERED = 4096  # events in the cache of a hearer


class Teller:
    """Makes events with sentences of what somebody heard.

    It has a cache, as states that are compared share most of their logs: telling these again and again took a sixth of
    the time of the search for leaks.
    """

    def __init__(self, program: Compiled) -> None:
        self._program = program
        self._material: Material = program.material
        self._remembered: dict[RawEvent, Event] = {}

    def tell(self, heard: Iterable[RawEvent]) -> tuple[Event, ...]:
        """The events without the beginning of the game."""
        if len(self._remembered) > REMEMBERED:
            self._remembered = {}
        remembered, events = self._remembered, []
        for raw in heard:
            event = remembered.get(raw)
            if event is None:
                told = k.read(raw)
                if isinstance(told, k.Begin):
                    continue
                remembered[raw] = event = self._event(told)
            events.append(event)
        return tuple(events)

    def event(self, heard: RawEvent) -> Event:
        """One event, which must not be the beginning of the game."""
        told = k.read(heard)
        assert not isinstance(told, k.Begin)
        return self._event(told)

    def _rule(self, told: k.Later) -> tuple[str, Citations]:
        """The block that caused an event, and the citations of the statement."""
        if told.statement is None:
            return "turn" if isinstance(told, k.Turn) else "", ()
        origin = self._program.plan.origins[told.statement]
        return origin.block, origin.cites

    # ---- kinds of events

    def _event(self, told: k.Later) -> Event:
        of = (told.kind, told.player, *self._rule(told), told.statement)
        match told:
            case k.Choose(pc=pc, answer=answer):
                return Answered(*of, self._chosen(told), self._option(pc, answer), _secret(answer))
            case k.Pick(pc=pc, answer=answer):
                return Answered(*of, self._picked(told), self._option(pc, answer), _secret(answer))
            case k.Commit(_, seat):
                return Answered(*of, _whole(f"{self._seat(seat)} has committed"), None, True)
            case k.Reveal(pc=pc, answer=answer):
                return Answered(*of, self._revealed(told), self._option(pc, answer), _secret(answer))
            case k.Lapse(origin, seat):
                return Event(*of, self._cannot(seat, origin))
            case k.ChooseByChance(pc=pc, answer=answer):
                parts = _whole(f"chance chooses {self._site(pc).told(answer)}")
                return Answered(*of, parts, self._option(pc, answer), False)
            case k.Draw(_, seat, card, source, to):
                way = f"from {self._place(source, seat)} to {self._place(to, seat)}"
                said = f"{self._seat(seat)} draws", self._named((card,)), way
                return Moved(*of, said, *self._faces((card,)), self._wheres((source,)), self._where(to))
            case k.Move(_, seat, cards, sources, to):
                moved = f"{self._moved(cards, sources, seat)} to {self._place(to, seat)}"
                parts = _whole(f"{self._seat(seat)} moves {moved}")
                return Moved(*of, parts, *self._faces(cards), self._wheres(sources), self._where(to))
            case k.Insert(_, seat, cards, sources, to, position):
                into = f"into {self._place(to, seat)}" + ("" if _hidden(position) else f", at position {position}")
                parts = _whole(f"{self._seat(seat)} moves {self._moved(cards, sources, seat)} {into}")
                where = None if _hidden(position) else position
                return Inserted(*of, parts, *self._faces(cards), self._wheres(sources), self._where(to), where)
            case k.Refill(_, cards, sources, to):
                go = "goes" if len(cards) == 1 else "go"
                parts = _whole(f"{self._moved(cards, sources, None)} {go} back to {self._place(to, None)}")
                return Moved(*of, parts, *self._faces(cards), self._wheres(sources), self._where(to))
            case k.Exchange(_, _, mine, theirs, here, there):
                (one, hidden), (other, hidden_other) = self._faces(mine), self._faces(theirs)
                places = (self._wheres(here), self._wheres(there))
                return Exchanged(*of, self._exchanged(told), (one, other), (hidden, hidden_other), places)
            case k.Show(sources=sources):
                return Shown(*of, self._shown(told), *self._faces(told.cards), told.players, self._wheres(sources))
            case k.ShowSecretly(_, seat, cards, sources, players):
                parts = _whole(f"{self._seat(seat)} secretly sees {self._from(cards, sources, seat)}")
                return Shown(*of, parts, *self._faces(cards), players, self._wheres(sources))
            case k.IsLast(_, card, place):
                parts = _whole(f"{self._named((card,))} is the last card of {self._place(place, None)} now")
                return Shown(*of, parts, *self._faces((card,)), self._all_seats, self._wheres((place,)))
            case k.Leaves(_, card, source, to):
                way = f"from {self._place(source, None)} to {self._place(to, None)}"
                parts = _whole(f"{self._named((card,))} goes {way}")
                return Shown(*of, parts, *self._faces((card,)), self._all_seats, self._wheres((source,)))
            case k.Change(_, _, variable, old, new):
                holder = self._material.variables[variable]
                parts = _whole(f"{standing_name(self._material, holder)} is {self._value(variable, new)}")
                stood, stands = self._stands(variable, old), self._stands(variable, new)
                return Changed(*of, parts, holder.where, stood, stands)
            case k.Next(_, _, who):
                return Next(*of, _whole("nobody is next" if who is None else f"{self._seat(who)} is next"), who)
            case k.Reverse(_, seat):
                return Event(*of, _whole(f"{self._seat(seat)} reverses the order of play"))
            case k.Round():
                return Event(*of, _whole("a round begins"))
            case k.Turn(seat):
                return Event(*of, _whole(f"{self._seat(seat)} has the turn"))
            case k.Limit(turns):
                many = f"{turns} turn{'s' * (turns > 1)}"
                return Event(*of, _whole(f"the limit of {many} is reached: the game ends without a winner"))
            case k.RoundEnds(origin, seat):
                return Event(*of, _whole(f"the round ends in {self._seat(seat)}'s turn: {self._reason(origin)}"))
            case k.GameEnds(origin):
                return Event(*of, _whole(f"the game ends: {self._reason(origin)}"))
            case _:
                assert_never(told)

    def _chosen(self, told: k.Choose) -> Parts:
        who, answer = self._seat(told.seat), told.answer
        if answer is None:
            return _whole(f"{who} declines to {self._doing(told.origin)}")
        if answer is True:
            return _whole(f"{who} chooses to {self._doing(told.origin)}")
        return f"{who} chooses", self._no_cards(told.pc) if answer == () else self._site(told.pc).told(answer), ""

    def _picked(self, told: k.Pick) -> Parts:
        who, answer, site = self._seat(told.seat), told.answer, self._site(told.pc)
        if answer is None and site.query.none == NOTHING:
            return self._cannot(told.seat, told.origin)
        if answer is None or answer is True:
            return _whole(f"{who} commits {'to' if answer else 'not to'} {self._doing(told.origin)}")
        return f"{who} commits to", self._no_cards(told.pc) if answer == () else site.option(answer).text, ""

    def _revealed(self, told: k.Reveal) -> Parts:
        who, answer = self._seat(told.seat), told.answer
        if answer is None:
            return _whole(f"{who} has declined to {self._doing(told.origin)}")
        if answer is True:
            return _whole(f"{who} has chosen to {self._doing(told.origin)}")
        return _whole(f"{who} reveals {self._site(told.pc).told(answer)}")

    def _cannot(self, seat: int, origin: int) -> Parts:
        return _whole(f"{self._seat(seat)} cannot {self._doing(origin)}")

    def _exchanged(self, told: k.Exchange) -> Parts:
        one = f"{self._named(told.mine)} from {self._places(told.here, told.seat)}"
        other = f"{self._named(told.theirs)} from {self._places(told.there, told.seat)}"
        return _whole(f"{self._seat(told.seat)} exchanges {one} with {other}")

    def _shown(self, told: k.Show) -> Parts:
        seat, sources = told.seat, told.sources
        who = "all" if len({*told.players, seat}) == self._material.players else self._seats(told.players)
        own = {self._material.places[source].owner for source in sources} <= {seat} and len(set(sources)) == 1
        shown = self._named(told.cards) if own else self._from(told.cards, sources, seat)
        return _whole(f"{self._seat(seat)} shows {shown or 'no cards'} to {who}")

    # ---- parts of sentences

    def _site(self, pc: int) -> Site:
        return self._program.asks[pc].site

    def _doing(self, origin: int) -> str:
        """The statement as a phrase after a verb, as in 'declines to ...'."""
        brief = self._program.plan.origins[origin].brief
        if brief.endswith(" is next"):
            return f"let it be so: {brief}"
        return "do nothing" if brief == "nothing" else brief

    def _reason(self, origin: int) -> str:
        return self._program.plan.origins[origin].text

    def _no_cards(self, pc: int) -> str:
        return "no more cards" if isinstance(self._program.plan.code[pc], AskPart) else NO_CARDS

    def _seat(self, seat: int) -> str:
        return seat_name(self._material, seat)

    @property
    def _all_seats(self) -> tuple[int, ...]:
        return tuple(range(self._material.players))

    def _seats(self, seats: tuple[int, ...]) -> str:
        return ", ".join(self._seat(seat) for seat in seats) or "nobody"

    def _place(self, place: int, seat: int | None) -> str:
        where = self._material.places[place]
        if where.owner is None:
            return f"the {share_name(self._material, *where.where)}"
        if where.owner != seat:
            return share_name(self._material, *where.where)
        return f"own {where.zone.name}" + ("" if where.word is None else f" by {where.word}")

    def _named(self, cards: r.Row) -> str:
        """The names of the cards, and the number of hidden ones."""
        seen, hidden = self._faces(cards)
        return ", ".join([*(card.name for card in seen), *([_cards(hidden)] if hidden else [])])

    def _places(self, places: tuple[int, ...], seat: int) -> str:
        return " and ".join(self._place(place, seat) for place in dict.fromkeys(places))

    def _moved(self, cards: r.Row, sources: tuple[int, ...], seat: int | None) -> str:
        """The cards, with their places if there are many of them, or if some were another player's, or a word's."""
        places = [self._material.places[source] for source in sources]
        if len(cards) <= NAMED:
            told = any(place.owner not in (seat, None) or place.word is not None for place in places)
            return self._from(cards, sources, seat) if told else self._named(cards)
        counted = Tally(sources)
        parts = (f"{_cards(count)} from {self._place(source, None)}" for source, count in sorted(counted.items()))
        return ", ".join(parts)

    def _from(self, cards: r.Row, sources: tuple[int, ...], seat: int | None) -> str:
        """The names of the cards, grouped by the places that they come from."""
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

    def _faces(self, cards: r.Row) -> tuple[tuple[Card, ...], int]:
        seen = tuple([self._material.cards[card] for card in cards if card != HIDDEN])
        return seen, len(cards) - len(seen)

    def _where(self, place: int) -> Where:
        return self._material.places[place].where

    def _wheres(self, places: tuple[int, ...]) -> tuple[Where, ...]:
        return tuple(self._where(place) for place in dict.fromkeys(places))

    def _stands(self, variable: int, value: int | None) -> int | str | None:
        holder = self._material.variables[variable].holder
        if value is None or isinstance(holder, d.Counter) or holder.of == "player":
            return value
        return self._material.words(holder.of)[value]


def _whole(sentence: str) -> Parts:
    """A sentence without parts."""
    return sentence, "", ""


def _hidden(answer: Any) -> bool:
    """Whether a part of an answer is hidden from the hearer."""
    return any(map(_hidden, answer)) if isinstance(answer, tuple) else answer == HIDDEN


def _secret(answer: Any) -> bool:
    """Whether all of an answer is hidden from the hearer."""
    return bool(answer) and all(map(_secret, answer)) if isinstance(answer, tuple) else bool(answer == HIDDEN)


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"
