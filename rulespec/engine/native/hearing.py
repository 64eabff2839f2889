"""What somebody hears, as a table of numbers for the native machine: by the roles that the fields of events play."""

from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, assert_never

from rulespec.engine.events import kinds as k
from rulespec.engine.events import roles as r
from rulespec.engine.events.heard import Heard
from rulespec.engine.events.hearing import Hearing
from rulespec.engine.events.log import RawEvent
from rulespec.engine.options import Site
from rulespec.engine.python.hearer import Comparison
from rulespec.engine.python.memory import Memory
from rulespec.engine.python.snapshot import Snapshot

# what hides a field, see `hearing.h`
ONE_CARD, ROW, EXCHANGED, LYING, ANSWERED, STATED, QUESTIONED, POSITION = range(8)
MaskRow = tuple[int, int, int, int, int]


class NativeHearer:
    """Somebody who hears of games as the extension plays them: what he hears is only read when somebody asks for it."""

    def __init__(self, hearer: Any) -> None:
        self.raw = hearer  # as the extension knows it
        self._summary: Callable[[Snapshot], Any] = hearer.summary
        self.key: Callable[[Snapshot], Hashable] = hearer.key
        self.memory: Callable[..., Memory] = hearer.memory
        self.recalled: Callable[[tuple[RawEvent, ...]], Memory] = hearer.recalled
        self.comparison: Callable[[Memory], Comparison] = hearer.comparison

    def heard(self, snapshot: Snapshot, /) -> Heard:
        """All that he has heard in a game."""
        return Heard.in_short(self._summary(snapshot), None)

    def heard_since(self, snapshot: Snapshot, since: Snapshot, earlier: Heard, /) -> Heard | None:
        """The same, going on from an earlier time; None if the game has not gone on from there."""
        summary, before = self._summary(snapshot), earlier.summary
        return Heard.in_short(summary, earlier) if before and summary.goes_on(before) else None

    def heard_alike(self, snapshot: Snapshot, heard: Heard, /) -> Heard:
        """All that he has heard in a game in which he heard the same as in another."""
        summary: Any = heard.summary
        return self.heard(snapshot) if summary is None else heard.alike(summary.alike(snapshot))


def table_of(hearing: Hearing) -> bytes:
    """All that decides what a player, or a spectator, hears: `hearing.h` says how it is laid out."""
    viewer, program = hearing.viewer, hearing.program
    assert viewer is not None
    table = array("q", [viewer, program.is_tacit, len(program.heard_origins)])
    table.extend(program.material.start)
    table.extend(place.seen_by(viewer) for place in program.material.places)
    table.extend(place.shown_to(viewer) != "number" for place in program.material.places)
    table.extend(-1 if place.keeper is None else place.keeper for place in program.material.places)
    for pc in range(len(program.plan.code)):
        ask = program.asks.get(pc)
        table.extend((-1, 0) if ask is None else _public(ask.site))
    for pc in range(len(program.plan.code)):
        ask = program.asks.get(pc)
        table.append(0 if ask is None else _bits(kind.name == "card" for kind in ask.site.kinds))
    table.extend(program.heard_asks)
    table.extend(program.heard_origins)
    alike = any(len({*each}) < len(each) for each in (program.heard_origins, program.heard_asks))
    for kind in sorted(k.KINDS, key=lambda each: each.number):
        masks = list(_masks(kind, alike=alike))
        table.extend((kind.audience, _at(kind, kind.field_of(r.HeardBy)), _at(kind, kind.doer_field)))
        table.extend((kind.decides, _at(kind, kind.chance), len(masks)))
        for mask in masks:
            table.extend(mask)
    return table.tobytes()


def _public(site: Site) -> tuple[int, int]:
    """How many names an answer has, and which are public as bits; -1 where all are."""
    if all(site.public):
        return -1, 0
    return len(site.public), _bits(site.public)


def _bits(each: Iterable[bool]) -> int:
    """Which of the first 64 it is, in a number of 64 bits with a sign."""
    bits = sum(1 << at for at, is_it in enumerate(each) if is_it and at < 64)
    return bits - (1 << 64 if bits >> 63 else 0)


def _at(kind: type[k.Event], field: str | None) -> int:
    """Where a field stands in an event; 0 where there is none."""
    return 0 if field is None else kind.at(field)


def _masks(kind: type[k.Event], *, alike: bool) -> Iterator[MaskRow]:
    """What each field of a kind that is about cards or answers hides, or shows, in the order of the fields.

    `alike`: some statements are heard as others.
    """
    exchanged: set[str] = set()
    for name, played in kind.roles.items():
        at = kind.at(name)
        match played:
            case r.OneCard(source, to):
                yield ONE_CARD, at, kind.at(source), kind.at(to), kind.chance == name
            case r.Cards(sources, exchanged=str(other)):
                if name not in exchanged:
                    exchanged.add(other)
                    counterpart = kind.roles[other]
                    assert isinstance(counterpart, r.Cards)
                    yield EXCHANGED, at, kind.at(sources), kind.at(other), kind.at(counterpart.sources)
            case r.Cards(sources, to, _, shown_to):
                yield ROW, at, kind.at(sources), _at(kind, to), _at(kind, shown_to)
            case r.Zones():
                yield LYING, at, 0, 0, 0
            case r.Answer(asked):
                yield ANSWERED, at, kind.at(asked), _at(kind, kind.doer_field), 0
            case r.Position(place):
                yield POSITION, at, kind.at(place), 0, 0
            case r.Origin():
                if alike:
                    yield STATED, at, 0, 0, 0
            case r.Asked():
                if alike:
                    yield QUESTIONED, at, 0, 0, 0
            case (
                r.Doer() | r.Place() | r.OpenCard() | r.Public() | r.Variable() | r.Value() | r.HeardBy()
            ):  # fmt: skip
                pass  # everybody who hears of it may know it
            case _:
                assert_never(played)
