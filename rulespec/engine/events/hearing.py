"""Events as one player observes them, with `HIDDEN` in place of every unseen card.

This follows from the roles of the event's fields, so a new kind of event is masked by its declaration alone. A player
sees a card that moves if he sees the zone that it leaves or the zone that it enters. All that players are told is
derived from what is heard here.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from operator import itemgetter
from typing import Any, assert_never

from rulespec.engine.events import kinds as k
from rulespec.engine.events import roles as r
from rulespec.engine.events.compiled import Compiled
from rulespec.engine.events.log import Log, RawEvent, events
from rulespec.engine.events.motions import Motion, card_fields
from rulespec.engine.events.sentences import Teller
from rulespec.engine.options import HIDDEN


class Spectator(int):
    """The viewer without a seat, who sees what all seats see; the engine's number for it is -1."""

    def __repr__(self) -> str:
        return "SPECTATOR"

    def __reduce__(self) -> str:
        return "SPECTATOR"


SPECTATOR = Spectator(-1)

Filter = Callable[[RawEvent], RawEvent | None]
Mask = Callable[[RawEvent], RawEvent]  # an event with what is unseen hidden; the same object if nothing is


class Hearing:
    """The observations of one player; a viewer of None is omniscient, and observes each event once."""

    def __init__(self, program: Compiled, viewer: int | None) -> None:
        self.program = program
        self.viewer = viewer
        places = program.material.places
        self._sees = [viewer is None or place.seen_by(viewer) for place in places]
        self._sees_last = [viewer is None or place.shown_to(viewer) != "number" for place in places]
        self._keepers = [place.keeper for place in places]
        self._filters = _Filters(self.filter_of)

    @cached_property
    def teller(self) -> Teller:
        """The sentences for what he hears."""
        return Teller(self.program)

    def log(self, log: Log) -> tuple[RawEvent, ...]:
        """The observed events of a log, oldest first."""
        return tuple(self.events(events(log)))

    def events(self, told: Iterable[RawEvent]) -> list[RawEvent]:
        """The observed ones of some events, in order."""
        filters = self._filters
        heard = [event if (hear := filters[event[0]]) is None else hear(event) for event in told]  # `event`, inlined
        return [*filter(None, heard)]

    def event(self, event: RawEvent) -> RawEvent | None:
        """The event as he hears it; None if he does not. An `UndeclaredError` if its kind is not declared."""
        hear = self._filters[event[0]]
        return event if hear is None else hear(event)

    def answer(self, who: int, asked: int, answer: Any) -> Any:
        """The known part of an answer at an instruction that asks, with `HIDDEN` for the rest."""
        return answer if self.viewer in (who, None) else self.program.asks[asked].site.masked(answer)

    def filter_of(self, kind: type[r.Happened]) -> Filter | None:
        """How he hears events of a kind; None if he hears them unchanged."""
        masks = [] if self.viewer is None else list(self._masks(kind))
        match masks:
            case []:
                return self._among(kind, None)
            case [mask]:
                return self._among(kind, mask)

        def hear(event: RawEvent) -> RawEvent:
            for mask in masks:
                event = mask(event)
            return event

        return self._among(kind, hear)

    # ---- who hears it

    def _among(self, kind: type[r.Happened], hear: Filter | None) -> Filter | None:
        """The filter restricted to the audience of a kind."""
        named, doer = kind.field_of(r.HeardBy), kind.doer_field
        if named is None and kind.audience == r.ALL:
            return hear
        assert doer is not None
        audience, who = None if named is None else kind.at(named), kind.at(doer)

        def among(event: RawEvent) -> RawEvent | None:
            heard_by: r.Audience = kind.audience if audience is None else event[audience]
            if not self._is_meant(heard_by, event[who]):
                return None
            return event if hear is None else hear(event)

        return among

    def _is_meant(self, heard_by: r.Audience, who: int) -> bool:
        match heard_by:
            case r.ALL:
                return True
            case r.HIMSELF:
                return self.viewer in (who, None)
            case r.OTHERS:
                return self.viewer not in (who, None)
            case _:
                assert_never(heard_by)

    # ---- what he hears of it

    def _masks(self, kind: type[r.Happened]) -> Iterator[Mask]:
        """A mask for each field of a kind that is not public."""
        exchanged: set[str] = set()
        for name, played in kind.roles.items():
            match played:
                case r.OneCard():
                    yield self._one(kind, name)
                case r.Cards(exchanged=str(other)):
                    if name not in exchanged:
                        exchanged.add(other)
                        yield self._exchanged(kind, name, other)
                case r.Cards():
                    yield self._row(kind, name, played)
                case r.Position(place):
                    yield self._position(kind, name, place)
                case r.Zones():
                    yield self._zones(kind, name)
                case r.Answer(asked):
                    yield self._answer(kind, name, asked)
                case r.Origin():
                    yield from self._first(kind, name, self.program.heard_origins)
                case r.Asked():
                    yield from self._first(kind, name, self.program.heard_asks)
                case (
                    r.Doer() | r.Place() | r.OpenCard() | r.Public() | r.Variable() | r.Value()
                    | r.HeardBy()
                ):  # fmt: skip
                    pass  # public
                case _:
                    assert_never(played)

    def _one(self, kind: type[r.Happened], name: str) -> Mask:
        played, sees = kind.roles[name], self._sees
        assert isinstance(played, r.OneCard)
        at, source, to = kind.at(name), kind.at(played.source), kind.at(played.to)
        leaves, hidden = self._sees_last if kind.chance == name else sees, _hides(kind, at)

        def mask(event: RawEvent) -> RawEvent:
            return event if leaves[event[source]] or sees[event[to]] else hidden(event)

        return mask

    def _row(self, kind: type[r.Happened], name: str, played: r.Cards) -> Mask:
        """Cards that he sees with their sources, then the others sorted, so that their order tells nothing."""
        at, sources, sees = kind.at(name), kind.at(played.sources), self._sees
        to = None if played.to is None else kind.at(played.to)
        to_whom = None if played.shown_to is None else kind.at(played.shown_to)

        def mask(event: RawEvent) -> RawEvent:
            if to is not None and sees[event[to]]:
                return event
            places = event[sources]
            knows = [sees[place] or (to_whom is not None and self._is_shown(place, event[to_whom])) for place in places]
            hidden = [source for source, known in zip(places, knows, strict=True) if not known]
            if not hidden:
                return event
            seen = [each for *each, known in zip(event[at], places, knows, strict=True) if known]
            cards = (*[card for card, _ in seen], *[HIDDEN] * len(hidden))
            return _with(event, {at: cards, sources: (*[source for _, source in seen], *sorted(hidden))})

        return mask

    def _is_shown(self, place: int, seats: r.Row) -> bool:
        """True if the player sees the cards of a place that are shown to some seats."""
        if self.viewer != SPECTATOR:
            return self.viewer in seats
        return all(seat in seats or seat == self._keepers[place] for seat in range(self.program.material.players))

    def _exchanged(self, kind: type[r.Happened], name: str, other: str) -> Mask:
        """Masks both rows of an exchange: pair by pair if they are equally long.

        Else the place that the first card came from stays first, as it matters.
        """
        fields = {each.at: each for each in card_fields(kind)}
        rows = [(each.at, each.source, each.ways) for each in (fields[kind.at(name)], fields[kind.at(other)])]
        (at_one, from_one, _), (at_other, from_other, _) = rows

        def mask(event: RawEvent) -> RawEvent:
            here, there = event[from_one], event[from_other]
            if len(here) == len(there) and _are_one(here) and _are_one(there):  # the common case, for speed
                if self._sees[here[0]] or self._sees[there[0]]:
                    return event
                return _with(event, {at_one: (HIDDEN,) * len(here), at_other: (HIDDEN,) * len(here)})
            one, beside = (way(event) for _, _, way in rows)
            if len(one) == len(beside):
                if self._sees_all(one):
                    return event  # then he sees their counterparts, too
                told = self._told_in_pairs(zip(one, beside, strict=True))
                one, beside = tuple(way for way, _ in told), tuple(way for _, way in told)
            else:
                one, beside = _led_by(self._told(one), one[0][1]), _led_by(self._told(beside), beside[0][1])
            heard: dict[int, Any] = {}
            for (at, sources, _), row in zip(rows, (one, beside), strict=True):
                heard |= {at: _cards(row), sources: _places(row)}
            return _with(event, heard)

        return mask

    def _position(self, kind: type[r.Happened], name: str, place: str) -> Mask:
        sees, to, hidden = self._sees, kind.at(place), _hides(kind, kind.at(name))
        return lambda event: event if sees[event[to]] else hidden(event)

    def _first(self, kind: type[r.Happened], name: str, heard: tuple[int, ...]) -> Iterator[Mask]:
        """A mask that does not tell apart statements, or questions, that read alike; none if all differ."""
        at = kind.at(name)
        if heard == tuple(range(len(heard))):
            return

        def mask(event: RawEvent) -> RawEvent:
            origin = heard[event[at]]
            return event if origin == event[at] else (*event[:at], origin, *event[at + 1 :])

        yield mask

    def _zones(self, kind: type[r.Happened], name: str) -> Mask:
        at = kind.at(name)

        def mask(event: RawEvent) -> RawEvent:
            if event[at] is None:
                return event
            lying = zip(event[at], self._sees, strict=True)
            return _with(event, {at: tuple([cards if seen else (HIDDEN,) * len(cards) for cards, seen in lying])})

        return mask

    def _answer(self, kind: type[r.Happened], name: str, asked: str) -> Mask:
        at, pc, doer = kind.at(name), kind.at(asked), kind.doer_field
        assert doer is not None
        who, viewer, asks = kind.at(doer), self.viewer, self.program.asks
        open_ = frozenset(place for place, ask in asks.items() if all(ask.site.public))
        single = frozenset(place for place, ask in asks.items() if ask.site.public == (False,))
        hidden = _hides(kind, at)

        def mask(event: RawEvent) -> RawEvent:
            if event[who] == viewer or event[pc] in open_:
                return event
            if type(event[at]) is int and event[pc] in single:
                return hidden(event)  # as `masked` says, in half the time
            answer = asks[event[pc]].site.masked(event[at])
            return event if answer is event[at] else (*event[:at], answer, *event[at + 1 :])

        return mask

    def _sees_all(self, moved: Iterable[Motion]) -> bool:
        """For each of these cards, whether the player sees it."""
        sees = self._sees
        for _, source, to in moved:  # noqa: SIM110 (a generator would cost as much as the test)
            if not (sees[source] or sees[to]):
                return False
        return True

    def _told(self, moved: Iterable[Motion]) -> list[Motion]:
        seen, hidden = [], []
        for card, source, to in moved:
            if self._sees[source] or self._sees[to]:
                seen.append((card, source, to))
            else:
                hidden.append((HIDDEN, source, to))
        return seen + sorted(hidden)

    def _told_in_pairs(self, pairs: Iterable[tuple[Motion, Motion]]) -> list[tuple[Motion, Motion]]:
        """Masks pairs, in each of which both cards are seen or neither."""
        seen, hidden = [], []
        for one, other in pairs:
            if self._sees[one[1]] or self._sees[one[2]]:
                seen.append((one, other))
            else:
                hidden.append(((HIDDEN, *one[1:]), (HIDDEN, *other[1:])))
        return seen + sorted(hidden)


class _Filters(dict[int, Filter | None]):
    """The filters by the number of a kind, made on demand; a number that no kind has is an `UndeclaredError`."""

    def __init__(self, hear: Callable[[type[k.Event]], Filter | None]) -> None:
        self._filter_of = hear

    def __missing__(self, number: int) -> Filter | None:
        hear = self[number] = self._filter_of(k.numbered(number))
        return hear


def _are_one(places: tuple[int, ...]) -> bool:
    """True if all places are the same; there has to be one."""
    return bool(places) and places.count(places[0]) == len(places)


def _hides(kind: type[r.Happened], at: int) -> Mask:
    """A mask that hides a field; slicing an event would take twice as long."""
    fields = range(len(kind.roles) + 1)
    others = itemgetter(*[field if field != at else len(fields) for field in fields])
    return lambda event: others((*event, HIDDEN))


def _with(event: RawEvent, fields: dict[int, Any]) -> RawEvent:
    """The event with other values of some fields; the same object if nothing changes."""
    heard = list(event)
    for at, value in fields.items():
        heard[at] = value
    told = tuple(heard)
    return event if told == event else told


def _led_by(moved: Iterable[Motion], first: int) -> tuple[Motion, ...]:
    """Sorted so that motions from the `first` place come first; stable otherwise."""
    return tuple(sorted(moved, key=lambda way: way[1] != first))


def _cards(moved: Iterable[Motion]) -> tuple[Any, ...]:
    return tuple([card for card, _, _ in moved])


def _places(moved: Iterable[Motion]) -> tuple[int, ...]:
    return tuple([source for _, source, _ in moved])
