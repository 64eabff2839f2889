"""The cards that an event moves or shows, by the roles of its fields."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, assert_never

from rulespec.events import kinds as k
from rulespec.events import roles as r
from rulespec.events.log import RawEvent

Motion = tuple[Any, int, int]  # a card (or HIDDEN), its place before, its place afterwards
Ways = Callable[[RawEvent], tuple[Motion, ...]]


def motions(event: RawEvent) -> tuple[Motion, ...]:
    """The cards that an event moves; in an exchange one side before the other."""
    return _of(_MOVING, event)


def moves(kind: type[r.Happened]) -> bool:
    """Whether events of a kind can move cards."""
    return kind.number in _MOVING


def shown(event: RawEvent) -> tuple[Motion, ...]:
    """The cards that an event shows without moving them."""
    return _of(_STAYING, event)


def shown_to(event: RawEvent, all_: Iterable[int]) -> tuple[int, ...]:
    """The seats, among `all_`, that an event shows cards to without moving them."""
    if event[0] in _LAST:
        return tuple(all_)
    return tuple([seat for at in _SHOWN_TO.get(event[0], ()) for seat in event[at]])


def last_cards(event: RawEvent) -> tuple[Motion, ...]:
    """The cards that an event shows to be the last of a row."""
    return shown(event) if event[0] in _LAST else ()


def is_exchange(event: RawEvent) -> bool:
    """Whether an event exchanges cards, which keep the positions in a row."""
    return event[0] in _EXCHANGING


def _of(ways: dict[int, list[Ways]], event: RawEvent) -> tuple[Motion, ...]:
    found = ways.get(event[0])
    if found is None:
        k.kind_of(event)  # raises if it is not declared
        return ()
    if len(found) == 1:
        return found[0](event)
    return tuple([way for each in found for way in each(event)])


def ways(kind: type[r.Happened], name: str) -> Ways:
    """A function from an event of this kind to the motions of the cards in a field."""
    at = kind.at(name)
    match kind.roles[name]:
        case r.OneCard(source, to):
            from_, target = kind.at(source), kind.at(to)
            return lambda event: ((event[at], event[from_], event[target]),)
        case r.Cards(sources, to=str(to)):
            from_, target = kind.at(sources), kind.at(to)
            return lambda event: tuple([(*each, event[target]) for each in zip(event[at], event[from_], strict=True)])
        case r.Cards(sources, exchanged=str(other)):
            counterpart = kind.roles[other]
            assert isinstance(counterpart, r.Cards)
            from_, target = kind.at(sources), kind.at(counterpart.sources)

            def exchanged(event: RawEvent) -> tuple[Motion, ...]:
                cards, targets = event[at], event[target]
                if len(cards) != len(targets):
                    targets = targets[:1] * len(cards)
                return tuple(zip(cards, event[from_], targets, strict=True))

            return exchanged
        case r.OpenCard(place, _):
            here = kind.at(place)
            return lambda event: ((event[at], event[here], event[here]),)
        case r.Cards(sources):
            from_ = kind.at(sources)
            return lambda event: tuple(zip(event[at], event[from_], event[from_], strict=True))
        case _:
            raise TypeError(name)


def _moves(played: r.Role) -> bool | None:
    """Whether a role moves cards; None if it has none."""
    match played:
        case r.OneCard():
            return True
        case r.Cards(_, to, exchanged):
            return to is not None or exchanged is not None
        case r.OpenCard():
            return False
        case (
            r.Origin() | r.Doer() | r.Place() | r.Zones() | r.Asked() | r.Answer() | r.Public() | r.Variable()
            | r.Value() | r.HeardBy()
        ):  # fmt: skip
            return None
        case _:
            assert_never(played)


def _where(moving: bool) -> Iterator[tuple[int, list[Ways]]]:
    for kind in k.KINDS:
        found = [ways(kind, name) for name, played in kind.roles.items() if _moves(played) is moving]
        if found:
            yield kind.number, found


_MOVING, _STAYING = dict(_where(moving=True)), dict(_where(moving=False))
_CARDS = [(kind, played) for kind in k.KINDS for played in kind.roles.values() if isinstance(played, r.Cards)]
_EXCHANGING = {kind.number for kind, played in _CARDS if played.exchanged is not None}
_LAST = {kind.number for kind in k.KINDS for each in kind.roles.values() if isinstance(each, r.OpenCard) and each.last}
_SHOWN_TO = {kind.number: [kind.at(played.shown_to)] for kind, played in _CARDS if played.shown_to is not None}
