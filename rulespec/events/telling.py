"""How what somebody heard is told: the sentence of each kind of event. It is told from no more than he heard."""

from collections import Counter as Tally
from collections.abc import Iterable
from typing import Any, assert_never

from rulespec.events import kinds as k
from rulespec.events.compiled import Compiled
from rulespec.events.event import NAMED, Answered, Changed, Event, Exchanged, Moved, Next, Parts, Shown, Where
from rulespec.events.log import RawEvent
from rulespec.material import Card, Material
from rulespec.pending import Option
from rulespec.plan.choices import NOTHING
from rulespec.plan.instructions import AskPart
from rulespec.plan.options import HIDDEN, Site, seat_name
from rulespec.tree import declarations as d
from rulespec.tree.node import Citations


class Teller:
    """Makes events of what somebody heard."""

    def __init__(self, program: Compiled) -> None:
        self._program = program
        self._material: Material = program.material

    def tell(self, heard: Iterable[RawEvent]) -> tuple[Event, ...]:
        """All but how the game began."""
        return tuple([self.event(each) for each in heard if k.kind_of(each) is not k.Begin])

    def event(self, heard: RawEvent) -> Event:
        told = k.read(heard)
        assert not isinstance(told, k.Begin)
        said = self._said(told)
        parts = (said, "", "") if isinstance(said, str) else said
        return self._made((told.kind, told.player, *self._rule(told), parts), told)

    def _rule(self, told: k.Later) -> tuple[str, Citations]:
        """The block that it comes from, and its citations."""
        if told.statement is None:
            return "turn" if isinstance(told, k.Turn) else "", ()
        origin = self._program.plan.origins[told.statement]
        return origin.block, origin.cites

    def _made(self, of: tuple[str, int | None, str, Citations, Parts], told: k.Later) -> Event:
        """What users see of an event, besides its sentence and rule."""
        match told:
            case k.Choose(pc=pc, answer=answer) | k.Pick(pc=pc, answer=answer) | k.Reveal(pc=pc, answer=answer):
                return Answered(*of, self._option(pc, answer), _secret(answer))
            case k.Commit():
                return Answered(*of, None, True)
            case k.Move() | k.Refill():
                return Moved(*of, *self._faces(told.cards), self._wheres(told.sources), self._where(told.to))
            case k.Draw():
                return Moved(*of, *self._faces((told.card,)), self._wheres((told.source,)), self._where(told.to))
            case k.Exchange():
                (one, hidden), (other, hidden_other) = self._faces(told.mine), self._faces(told.theirs)
                places = (self._wheres(told.here), self._wheres(told.there))
                return Exchanged(*of, (one, other), (hidden, hidden_other), places)
            case k.Show():
                return Shown(*of, *self._faces(told.cards), told.players)
            case k.Change(variable=variable):
                holder = self._material.variables[variable]
                what = (holder.holder.name, holder.owner)
                return Changed(*of, what, self._stands(variable, told.old), self._stands(variable, told.new))
            case k.Next():
                return Next(*of, told.who)
            case k.Round() | k.Turn() | k.Limit() | k.RoundEnds() | k.GameEnds() | k.Lapse():
                return Event(*of)
            case _:
                assert_never(told)

    # ---- kinds of events

    def _said(self, told: k.Later) -> str | Parts:
        """The sentence of an event."""
        match told:
            case k.Round():
                return "a round begins"
            case k.Limit(turns):
                return f"the limit of {turns} turn{'s' * (turns > 1)} is reached: the game ends without a winner"
            case k.Turn(seat):
                return f"{self._seat(seat)} has the turn"
            case k.Choose():
                return self._chosen(told)
            case k.Pick():
                return self._picked(told)
            case k.Commit(_, seat):
                return f"{self._seat(seat)} has committed"
            case k.Reveal():
                return self._revealed(told)
            case k.Lapse(origin, seat):
                return self._cannot(seat, origin)
            case k.Move(_, seat, cards, sources, to):
                return f"{self._seat(seat)} moves {self._moved(cards, sources, seat)} to {self._place(to, seat)}"
            case k.Draw(_, seat, card, source, to):
                where = f"from {self._place(source, seat)} to {self._place(to, seat)}"
                return f"{self._seat(seat)} draws", self._named((card,)), where
            case k.Refill(_, cards, sources, to):
                go = "goes" if len(cards) == 1 else "go"
                return f"{self._moved(cards, sources, None)} {go} back to {self._place(to, None)}"
            case k.Exchange(_, seat, mine, theirs, here, there):
                one = f"{self._named(mine)} from {self._places(here, seat)}"
                return f"{self._seat(seat)} exchanges {one} with {self._named(theirs)} from {self._places(there, seat)}"
            case k.Show():
                return self._shown(told)
            case k.Change(_, seat, variable, _, new):
                what = self._material.variables[variable]
                whose = f"{self._seat(what.owner)}: " if what.owner is not None else ""
                return f"{whose}{what.holder.name} is {self._value(variable, new)}"
            case k.Next(_, _, who):
                return "nobody is next" if who is None else f"{self._seat(who)} is next"
            case k.RoundEnds(origin, seat):
                return f"the round ends in {self._seat(seat)}'s turn: {self._program.plan.origins[origin].text}"
            case k.GameEnds(origin):
                return f"the game ends: {self._program.plan.origins[origin].text}"
            case _:
                assert_never(told)

    def _chosen(self, told: k.Choose) -> str | Parts:
        who, answer = self._seat(told.seat), told.answer
        if answer is None:
            return f"{who} declines to {self._doing(told.origin)}"
        if answer is True:
            return f"{who} chooses to {self._doing(told.origin)}"
        return f"{who} chooses", self._no_cards(told.pc) if answer == () else self._site(told.pc).told(answer), ""

    def _picked(self, told: k.Pick) -> str | Parts:
        who, answer, site = self._seat(told.seat), told.answer, self._site(told.pc)
        if answer is None and site.query.none == NOTHING:
            return self._cannot(told.seat, told.origin)
        if answer is None or answer is True:
            return f"{who} commits {'to' if answer else 'not to'} {self._doing(told.origin)}"
        return f"{who} commits to", self._no_cards(told.pc) if answer == () else site.option(answer).text, ""

    def _revealed(self, told: k.Reveal) -> str:
        who, answer = self._seat(told.seat), told.answer
        if answer is None:
            return f"{who} has declined to {self._doing(told.origin)}"
        if answer is True:
            return f"{who} has chosen to {self._doing(told.origin)}"
        return f"{who} reveals {self._site(told.pc).told(answer)}"

    def _shown(self, told: k.Show) -> str:
        seat, sources = told.seat, told.sources
        who = "all" if len({*told.players, seat}) == self._material.players else self._seats(told.players)
        own = {self._material.places[source].owner for source in sources} <= {seat} and len(set(sources)) == 1
        shown = self._named(told.cards) if own else self._from(told.cards, sources, seat)
        return f"{self._seat(seat)} shows {shown or 'no cards'} to {who}"

    def _cannot(self, seat: int, origin: int) -> str:
        return f"{self._seat(seat)} cannot {self._doing(origin)}"

    # ---- parts of sentences

    def _site(self, pc: int) -> Site:
        return self._program.asks[pc].site

    def _doing(self, origin: int) -> str:
        """What somebody does there, behind a verb of the sentence."""
        brief = self._program.plan.origins[origin].brief
        if brief.endswith(" is next"):
            return f"let it be so: {brief}"
        return "do nothing" if brief == "nothing" else brief

    def _no_cards(self, pc: int) -> str:
        return "no more cards" if isinstance(self._program.plan.code[pc], AskPart) else "no cards"

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

    def _named(self, cards: k.Row) -> str:
        """The cards by name, and how many more."""
        seen, hidden = self._faces(cards)
        return ", ".join([*(card.name for card in seen), *([_cards(hidden)] if hidden else [])])

    def _places(self, places: tuple[int, ...], seat: int) -> str:
        return " and ".join(self._place(place, seat) for place in dict.fromkeys(places))

    def _moved(self, cards: k.Row, sources: tuple[int, ...], seat: int | None) -> str:
        """The cards, and from where they come if there are many of them, or if they were another player's."""
        owners = {self._material.places[source].owner for source in sources}
        if len(cards) <= NAMED:
            return self._from(cards, sources, seat) if owners - {seat, None} else self._named(cards)
        counted = Tally(sources)
        parts = (f"{_cards(count)} from {self._place(source, None)}" for source, count in sorted(counted.items()))
        return ", ".join(parts)

    def _from(self, cards: k.Row, sources: tuple[int, ...], seat: int | None) -> str:
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

    def _faces(self, cards: k.Row) -> tuple[tuple[Card, ...], int]:
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
