"""What one player hears of an event: the event itself, with `HIDDEN` in place of every card that he does not see.

It follows from the roles of the event's fields, so that a new kind of event is heard rightly by its declaration alone.
Who sees which card follows from the zones: whoever could see where it came from, or can see where it went. All that a
player is ever told is told from what is heard here, so nothing else can slip out.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, assert_never

from rulespec.events import kinds as k
from rulespec.events.compiled import Compiled
from rulespec.events.log import Log, RawEvent, events
from rulespec.events.motions import Motion, ways
from rulespec.plan.options import HIDDEN

Ear = Callable[[RawEvent], RawEvent | None]
Mask = Callable[[RawEvent, list[Any]], None]  # hides in the fields of an event what he does not see of it


class Hearing:
    """The ears of one player; those of nobody in particular (None) hear everything, and nothing twice."""

    def __init__(self, program: Compiled, viewer: int | None) -> None:
        self.program = program
        self.viewer = viewer
        self._sees = [viewer is None or place.seen_by(viewer) for place in program.material.places]
        self._ears = {kind.number: self.ear(kind) for kind in k.KINDS}

    def log(self, log: Log) -> tuple[RawEvent, ...]:
        """All that he heard, oldest first."""
        return tuple(self.events(events(log)))

    def events(self, told: Iterable[RawEvent]) -> Iterator[RawEvent]:
        for event in told:
            heard = self.event(event)
            if heard is not None:
                yield heard

    def event(self, event: RawEvent) -> RawEvent | None:
        """The event as he hears it; None where he hears nothing. Of a kind that is not declared, nobody hears it."""
        ear = self._ears.get(event[0])
        return self.ear(k.kind_of(event))(event) if ear is None else ear(event)

    def answer(self, who: int, asked: int, answer: Any) -> Any:
        """How much he may know of what somebody answers where the program asks him."""
        return answer if self.viewer in (who, None) else self.program.asks[asked].site.masked(answer)

    def ear(self, kind: type[k.Happened]) -> Ear:
        """How he hears events of a kind."""
        masks = [] if self.viewer is None else list(self._masks(kind))

        def hear(event: RawEvent) -> RawEvent:
            heard = list(event)
            for mask in masks:
                mask(event, heard)
            told = tuple(heard)
            return event if told == event else told  # one and the same where nothing was hidden

        return self._among(kind, hear if masks else lambda event: event)

    # ---- who hears it

    def _among(self, kind: type[k.Happened], hear: Ear) -> Ear:
        """Hears it if he is one of those who hear it at all."""
        named, doer = kind.field_of(k.HeardBy), kind.field_of(k.Doer)
        if named is None and kind.audience == k.ALL:
            return hear
        assert doer is not None
        audience, who = None if named is None else kind.at(named), kind.at(doer)

        def among(event: RawEvent) -> RawEvent | None:
            heard_by: k.Audience = kind.audience if audience is None else event[audience]
            return hear(event) if self._is_meant(heard_by, event[who]) else None

        return among

    def _is_meant(self, heard_by: k.Audience, who: int) -> bool:
        match heard_by:
            case k.ALL:
                return True
            case k.HIMSELF:
                return self.viewer in (who, None)
            case k.OTHERS:
                return self.viewer not in (who, None)
            case _:
                assert_never(heard_by)

    # ---- what he hears of it

    def _masks(self, kind: type[k.Happened]) -> Iterator[Mask]:
        """What hides each field of a kind that not everybody may know."""
        exchanged: set[str] = set()
        for name, played in kind.roles.items():
            match played:
                case k.OneCard():
                    yield self._one(kind, name)
                case k.Cards(exchanged=str(other)):
                    if name not in exchanged:
                        exchanged.add(other)
                        yield self._exchanged(kind, name, other)
                case k.Cards(shown_to=shown_to):
                    yield self._row(kind, name, shown_to)
                case k.Zones():
                    yield self._zones(kind, name)
                case k.Answer(asked):
                    yield self._answer(kind, name, asked)
                case (
                    k.Origin() | k.Doer() | k.Place() | k.Asked() | k.Public() | k.Variable() | k.Value() | k.HeardBy()
                ):
                    pass  # everybody who hears of it may know it
                case _:
                    assert_never(played)

    def _one(self, kind: type[k.Happened], name: str) -> Mask:
        at, way = kind.at(name), ways(kind, name)

        def mask(event: RawEvent, heard: list[Any]) -> None:
            ((_, source, to),) = way(event)
            if not (self._sees[source] or self._sees[to]):
                heard[at] = HIDDEN

        return mask

    def _row(self, kind: type[k.Happened], name: str, shown_to: str | None) -> Mask:
        """The cards that he sees, with where they came from, then the others in no telling order."""
        at, sources, way = kind.at(name), _sources(kind, name), ways(kind, name)
        to_whom = None if shown_to is None else kind.at(shown_to)

        def mask(event: RawEvent, heard: list[Any]) -> None:
            if to_whom is None or self.viewer not in event[to_whom]:
                told = self._told(way(event))
                heard[at], heard[sources] = _cards(told), _places(told)

        return mask

    def _exchanged(self, kind: type[k.Happened], name: str, other: str) -> Mask:
        """The same of both rows: pair by pair, if each card has a counterpart.

        Else it matters from where the first of them came: one from there stays the first.
        """
        rows = [(kind.at(each), _sources(kind, each), ways(kind, each)) for each in (name, other)]

        def mask(event: RawEvent, heard: list[Any]) -> None:
            one, beside = (way(event) for _, _, way in rows)
            if len(one) == len(beside):
                told = self._told_in_pairs(zip(one, beside, strict=True))
                one, beside = tuple(way for way, _ in told), tuple(way for _, way in told)
            else:
                one, beside = _led_by(self._told(one), one[0][1]), _led_by(self._told(beside), beside[0][1])
            for (at, sources, _), row in zip(rows, (one, beside), strict=True):
                heard[at], heard[sources] = _cards(row), _places(row)

        return mask

    def _zones(self, kind: type[k.Happened], name: str) -> Mask:
        at = kind.at(name)

        def mask(event: RawEvent, heard: list[Any]) -> None:
            if event[at] is not None:
                lying = zip(event[at], self._sees, strict=True)
                heard[at] = tuple([cards if seen else (HIDDEN,) * len(cards) for cards, seen in lying])

        return mask

    def _answer(self, kind: type[k.Happened], name: str, asked: str) -> Mask:
        at, pc, doer = kind.at(name), kind.at(asked), kind.field_of(k.Doer)
        assert doer is not None
        who = kind.at(doer)

        def mask(event: RawEvent, heard: list[Any]) -> None:
            heard[at] = self.answer(event[who], event[pc], event[at])

        return mask

    def _told(self, moved: Iterable[Motion]) -> list[Motion]:
        seen, hidden = [], []
        for card, source, to in moved:
            if self._sees[source] or self._sees[to]:
                seen.append((card, source, to))
            else:
                hidden.append((HIDDEN, source, to))
        return seen + sorted(hidden)

    def _told_in_pairs(self, pairs: Iterable[tuple[Motion, Motion]]) -> list[tuple[Motion, Motion]]:
        """Of each pair either both are seen, or none."""
        seen, hidden = [], []
        for one, other in pairs:
            if self._sees[one[1]] or self._sees[one[2]]:
                seen.append((one, other))
            else:
                hidden.append(((HIDDEN, *one[1:]), (HIDDEN, *other[1:])))
        return seen + sorted(hidden)


def _sources(kind: type[k.Happened], name: str) -> int:
    played = kind.roles[name]
    assert isinstance(played, k.Cards)
    return kind.at(played.sources)


def _led_by(moved: Iterable[Motion], first: int) -> tuple[Motion, ...]:
    """One from the `first` place comes first."""
    return tuple(sorted(moved, key=lambda way: way[1] != first))


def _cards(moved: Iterable[Motion]) -> tuple[Any, ...]:
    return tuple([card for card, _, _ in moved])


def _places(moved: Iterable[Motion]) -> tuple[int, ...]:
    return tuple([source for _, source, _ in moved])
