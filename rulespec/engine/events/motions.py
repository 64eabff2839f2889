"""The cards that an event moves or shows, by the roles of its fields.

Both engines, what players remember, and what they may infer ask here; the native engine has the same table in
`machine/ways.c`. Which fields of a statement move cards, `language/tree/statements.py` says.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal, assert_never

from attrs import frozen

from rulespec.engine.events import kinds as k
from rulespec.engine.events import roles as r
from rulespec.engine.events.log import RawEvent

Motion = tuple[Any, int, int]  # a card (or HIDDEN), its place before, its place afterwards
Ways = Callable[[RawEvent], tuple[Motion, ...]]
How = Literal["card moved", "row moved", "row exchanged", "row shown", "card shown", "last shown"]


@frozen
class CardField:
    """A field of an event with one card or a row of them, and the fields with their places before and afterwards."""

    how: How
    at: int
    source: int
    to: int

    @property
    def moves(self) -> bool:
        """True if the cards move."""
        return self.how in ("card moved", "row moved", "row exchanged")

    @property
    def ways(self) -> Ways:
        """A function from an event of this kind to the motions of these cards."""
        at, source, to = self.at, self.source, self.to
        match self.how:
            case "card moved" | "card shown" | "last shown":
                return lambda event: ((event[at], event[source], event[to]),)
            case "row moved":
                return lambda event: tuple([(*each, event[to]) for each in zip(event[at], event[source], strict=True)])
            case "row shown":
                return lambda event: tuple(zip(event[at], event[source], event[to], strict=True))
            case "row exchanged":

                def exchanged(event: RawEvent) -> tuple[Motion, ...]:
                    cards, targets = event[at], event[to]
                    if len(cards) != len(targets):
                        targets = targets[:1] * len(cards)
                    return tuple(zip(cards, event[source], targets, strict=True))

                return exchanged
            case _:
                assert_never(self.how)


def card_fields(kind: type[r.Happened]) -> list[CardField]:
    """The fields of a kind that hold cards which move or are shown, in order."""
    found = (_card_field(kind, name, played) for name, played in kind.roles.items())
    return [each for each in found if each is not None]


def motions(event: RawEvent) -> tuple[Motion, ...]:
    """The cards that an event moves; in an exchange one side before the other."""
    return _of(_MOVING, event)


def moves(kind: type[r.Happened]) -> bool:
    """True if events of a kind can move cards."""
    return kind.number in _MOVING


def shown(event: RawEvent) -> tuple[Motion, ...]:
    """The cards that an event shows without moving them."""
    return _of(_STAYING, event)


def shown_to(event: RawEvent, all_: Iterable[int]) -> tuple[int, ...]:
    """The seats, among `all_`, that an event shows cards to without moving them."""
    if event[0] in _LAST:
        return tuple(all_)
    return tuple([seat for at in _SHOWN_TO.get(event[0], ()) for seat in event[at]])


def is_exchange(event: RawEvent) -> bool:
    """True if an event exchanges cards, which keep the positions in a row."""
    return event[0] in _EXCHANGING


def _of(ways: dict[int, list[Ways]], event: RawEvent) -> tuple[Motion, ...]:
    found = ways.get(event[0])
    if found is None:
        k.kind_of(event)  # raises if it is not declared
        return ()
    if len(found) == 1:
        return found[0](event)
    return tuple([way for each in found for way in each(event)])


def _card_field(kind: type[r.Happened], name: str, played: r.Role) -> CardField | None:
    at = kind.at(name)
    match played:
        case r.OneCard(source, to):
            return CardField("card moved", at, kind.at(source), kind.at(to))
        case r.Cards(sources, exchanged=str(other)):
            counterpart = kind.roles[other]
            assert isinstance(counterpart, r.Cards)
            return CardField("row exchanged", at, kind.at(sources), kind.at(counterpart.sources))
        case r.Cards(sources, to=str(to)):
            return CardField("row moved", at, kind.at(sources), kind.at(to))
        case r.Cards(sources):
            return CardField("row shown", at, kind.at(sources), kind.at(sources))
        case r.OpenCard(place, last):
            return CardField("last shown" if last else "card shown", at, kind.at(place), kind.at(place))
        case (
            r.Origin() | r.Doer() | r.Place() | r.Position() | r.Zones() | r.Asked() | r.Answer() | r.Public()
            | r.Variable() | r.Value() | r.HeardBy()
        ):  # fmt: skip
            return None
        case _:
            assert_never(played)


def _where(moving: bool) -> Iterator[tuple[int, list[Ways]]]:
    for kind in k.KINDS:
        found = [each.ways for each in card_fields(kind) if each.moves is moving]
        if found:
            yield kind.number, found


def _kinds(how: How) -> set[int]:
    return {kind.number for kind in k.KINDS if any(each.how == how for each in card_fields(kind))}


_MOVING, _STAYING = dict(_where(moving=True)), dict(_where(moving=False))
_EXCHANGING, _LAST = _kinds("row exchanged"), _kinds("last shown")
_CARDS = [(kind, played) for kind in k.KINDS for played in kind.roles.values() if isinstance(played, r.Cards)]
_SHOWN_TO = {kind.number: [kind.at(played.shown_to)] for kind, played in _CARDS if played.shown_to is not None}
