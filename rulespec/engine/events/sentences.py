"""Events as objects with sentences, made of an observed event by the roles of its fields."""

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias, assert_never, cast

from rulespec.engine.events import kinds as k
from rulespec.engine.events import roles as r
from rulespec.engine.events.compiled import Compiled
from rulespec.engine.events.event import NAMED, Answered, Changed, Event, Exchanged, Inserted, Moved, Next, Shown
from rulespec.engine.events.log import RawEvent
from rulespec.engine.options import HIDDEN, seat_name, share_name, standing_name
from rulespec.language.files import phrases_of
from rulespec.language.tree import declarations as d
from rulespec.language.tree.node import Citations
from rulespec.language.tree.slots import UndeclaredError
from rulespec.plan.nodes.choices import NOTHING
from rulespec.plan.nodes.instructions import AskPart
from rulespec.rules.material import Card, Material, Where

PHRASES = phrases_of(Path(__file__).parent / "rules.phrases")
Of: TypeAlias = tuple[str, int | None, str, Citations, int | None, str]  # what all events have

if missing := [each.kind for each in k.KINDS if each is not k.Begin and each.kind not in PHRASES]:
    raise UndeclaredError(f"rules.phrases lacks sentences for these events: {', '.join(missing)}")

REMEMBERED = 4096  # events in the cache of a hearer


class Teller:
    """Makes event objects with sentences of observed events.

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

    # ---- what happened

    def _event(self, told: k.Later) -> Event:
        of = (told.kind, told.player, *self._rule(told), told.statement, self._sentence(told))
        decisive = _decisive(told.number)
        if decisive is None:
            return Answered(*of, None, (), True, False) if told.decides else Event(*of)
        return self._of_role(told, getattr(told, decisive), told.roles[decisive], of)

    def _of_role(self, told: k.Later, value: Any, role: r.Role, of: Of) -> Event:
        """The event by the role of its decisive field."""
        match role:
            case r.Answer(asked):
                pc = getattr(told, asked)
                site, part = self._program.asks[pc].site, self._is_part(pc)
                option = None if _hidden(value) else site.option(value)
                return Answered(*of, option, site.known(value), _secret(value), part)
            case r.OneCard(source, to):
                return Moved(*of, *self._faces((value,)), self._wheres(told, source), *self._wheres(told, to))
            case r.Cards(sources, to=str(to)):
                (seen, hidden), from_, [where] = self._faces(value), self._wheres(told, sources), self._wheres(told, to)
                at = told.field_of(r.Position)
                if at is None:
                    return Moved(*of, seen, hidden, from_, where)
                position = getattr(told, at)
                return Inserted(*of, seen, hidden, from_, where, None if _hidden(position) else position)
            case r.Cards(sources, exchanged=str(other)):
                (mine, hidden), (theirs, others) = self._faces(value), self._faces(getattr(told, other))
                there = cast(r.Cards, told.roles[other]).sources
                here, beside = (tuple(dict.fromkeys(self._wheres(told, each))) for each in (sources, there))
                return Exchanged(*of, (mine, theirs), (hidden, others), (here, beside))
            case r.Cards(sources, shown_to=str(players)):
                return Shown(*of, *self._faces(value), getattr(told, players), self._wheres(told, sources))
            case r.OpenCard():
                everybody, source = tuple(range(self._material.players)), cast(str, told.field_of(r.Place))
                return Shown(*of, *self._faces((value,)), everybody, self._wheres(told, source))
            case r.Value(variable):
                at = getattr(told, variable)
                old = self._stands(at, cast(k.Change, told).old)
                return Changed(*of, self._material.variables[at].where, old, self._stands(at, value))
            case r.Public(sets="next"):
                return Next(*of, value)
            case _:
                raise UndeclaredError(f"events of the kind '{told.kind}' have no public class")

    def _is_part(self, pc: int) -> bool:
        """True if an instruction asks for one part of an answer."""
        return isinstance(self._program.plan.code[pc], AskPart)

    # ---- sentences

    def _sentence(self, told: k.Later) -> str:
        keys = (f"{told.kind}.{each}" for each in self._variants(told))
        phrase = PHRASES[next(filter(PHRASES.__contains__, keys), told.kind)]
        parts = {name: self._part(told, getattr(told, name), role) for name, role in told.roles.items()}
        return phrase.format(**parts, **self._statement(told))

    def _variants(self, told: k.Later) -> Iterator[str]:
        """The special cases that an event is, of which there may be a phrase."""
        for name, role in told.roles.items():
            value = getattr(told, name)
            match role:
                case r.Answer(asked) if value is None:
                    unasked = self._program.asks[getattr(told, asked)].site.query.none == NOTHING
                    yield from ("lapses", "declines") if unasked else ("declines",)
                case r.Answer() if value is True:
                    yield "agrees"
                case r.Cards() if len(value) == 1:
                    yield "one"
                case r.Public() if value == 1:
                    yield "one"
                case r.Public() if value is None:
                    yield "nobody"
                case r.Position() if _hidden(value):
                    yield "hidden"
                case (
                    r.Origin() | r.Doer() | r.Place() | r.OneCard() | r.Cards() | r.OpenCard() | r.Position()
                    | r.Zones() | r.Asked() | r.Answer() | r.Public() | r.Variable() | r.Value() | r.HeardBy()
                ):  # fmt: skip
                    pass
                case _:
                    assert_never(role)

    def _statement(self, told: k.Later) -> dict[str, str]:
        """The statement or reason that caused an event: whole, and as a phrase as in 'declines to ...'."""
        if told.statement is None:
            return {}
        origin = self._program.plan.origins[told.statement]
        doing = "do nothing" if origin.brief == "nothing" else origin.brief
        return {"doing": f"do: {doing}" if doing.endswith(" is next") else doing, "reason": origin.text}

    def _part(self, told: k.Later, value: Any, role: r.Role) -> str:
        """How a field is written."""
        match role:
            case r.Doer():
                return self._seat(value)
            case r.Place() if isinstance(value, int):
                return self._place(value, told.player)
            case r.OneCard() | r.OpenCard():
                return self._named((value,))
            case r.Cards(sources):
                few = len(value) <= NAMED or role.to is None
                return self._lying(value, getattr(told, sources), told.player, named=few)
            case r.Answer(asked):
                return self._answer(getattr(told, asked), value)
            case r.Variable():
                return standing_name(self._material, self._material.variables[value])
            case r.Value(variable):
                return self._value(getattr(told, variable), value)
            case r.Public(sets="next") if value is not None:
                return self._seat(value)
            case r.Public() if isinstance(value, tuple):
                everybody = len({*value, told.player}) == self._material.players
                return "all" if everybody else ", ".join(map(self._seat, value)) or "no player"
            case r.Origin() | r.Place() | r.Position() | r.Zones() | r.Asked() | r.Public() | r.HeardBy():
                return str(value)
            case _:
                assert_never(role)

    def _answer(self, pc: int, answer: Any) -> str:
        if answer == ():
            return "no more cards" if self._is_part(pc) else "no cards"
        known = self._program.asks[pc].site.known(answer)
        return ", ".join(_cards(each) if isinstance(each, int) else str(each) for each in known) or NOTHING

    def _seat(self, seat: int) -> str:
        return seat_name(self._material, seat)

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

    def _lying(self, cards: r.Row, sources: tuple[int, ...], seat: int | None, *, named: bool) -> str:
        """The cards, by name or only by number, grouped by the places that they come from."""
        lying: dict[int, list[Any]] = {}
        for card, source in zip(cards, sources, strict=True):
            lying.setdefault(source, []).append(card)
        said = {place: self._named(tuple(some)) if named else _cards(len(some)) for place, some in lying.items()}
        return ", ".join(f"{each} from {self._place(place, seat)}" for place, each in said.items()) or "no cards"

    def _value(self, variable: int, value: int | None) -> str:
        stands = self._stands(variable, value)
        if stands is None:
            return "none"
        holder = self._material.variables[variable].holder
        return self._seat(int(stands)) if isinstance(holder, d.Note) and holder.of == "player" else str(stands)

    # ---- parts of events

    def _faces(self, cards: r.Row) -> tuple[tuple[Card, ...], int]:
        seen = tuple([self._material.cards[card] for card in cards if card != HIDDEN])
        return seen, len(cards) - len(seen)

    def _wheres(self, told: k.Later, field: str) -> tuple[Where, ...]:
        """The places in a field."""
        places = getattr(told, field)
        several = places if isinstance(places, tuple) else (places,)
        return tuple(self._material.places[each].where for each in several)

    def _stands(self, variable: int, value: int | None) -> int | str | None:
        holder = self._material.variables[variable].holder
        if value is None or isinstance(holder, d.Counter) or holder.of == "player":
            return value
        return self._material.words(holder.of)[value]


@cache
def _decisive(number: int) -> str | None:
    """The field of a kind of event whose role decides on the class that users see."""
    deciding = (r.Answer, r.OneCard, r.Cards, r.OpenCard, r.Value)
    there = k.numbered(number).roles.items()
    return next((name for name, role in there if isinstance(role, deciding) or role == r.Public(sets="next")), None)


def _hidden(answer: Any) -> bool:
    """True if a part of an answer is hidden from the player."""
    return any(map(_hidden, answer)) if isinstance(answer, tuple) else answer == HIDDEN


def _secret(answer: Any) -> bool:
    """True if all of an answer is hidden from the player."""
    return bool(answer) and all(map(_secret, answer)) if isinstance(answer, tuple) else bool(answer == HIDDEN)


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"
