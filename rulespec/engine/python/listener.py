"""What the engine in Python says of what somebody hears."""

from collections.abc import Callable, Hashable

from attrs import define

from rulespec.engine.events.heard import Heard, heard_all
from rulespec.engine.events.hearing import Hearing
from rulespec.engine.events.log import Log, OtherGameError, RawEvent, events
from rulespec.engine.options import RawAnswer
from rulespec.engine.python.hearer import HeardStep
from rulespec.engine.python.memory import BitMemory, Memory
from rulespec.engine.python.snapshot import Snapshot


@define(eq=False)
class Listener:
    """Somebody who hears the log of a game, event by event."""

    _hearing: Hearing

    def key(self, snapshot: Snapshot, /) -> Hashable:
        return self._hearing.log(snapshot.log)

    def heard(self, snapshot: Snapshot, /) -> Heard:
        return heard_all(self._hearing.log(snapshot.log))

    def heard_since(self, snapshot: Snapshot, since: Snapshot, earlier: Heard, /) -> Heard | None:
        try:
            new = events(snapshot.log, since.log)
        except OtherGameError:
            return None
        return earlier.extended(self._hearing.events(new))

    def heard_alike(self, snapshot: Snapshot, heard: Heard, /) -> Heard:
        return heard

    def memory(self, snapshot: Snapshot, earlier: Memory | None = None, /) -> BitMemory:
        known = earlier if isinstance(earlier, BitMemory) else None
        return BitMemory(self._hearing, self._hearing.log(snapshot.log), known)

    def recalled(self, heard: tuple[RawEvent, ...], /) -> BitMemory:
        return BitMemory(self._hearing, heard)

    def comparison(self, memory: Memory, /) -> "Compared":
        return Compared(self._hearing, tuple(memory.heard), tuple(memory.may))


@define(eq=False)
class Compared:
    """What a player has heard, with which games are compared event by event."""

    _hearing: Hearing
    _heard: tuple[RawEvent, ...]
    _may: tuple[tuple[int, ...], ...]

    def begun(self, snapshot: Snapshot, /) -> HeardStep | None:
        return self._agreed(snapshot, None, 0)

    def after(self, snapshot: Snapshot, at: int, raw: RawAnswer, /) -> HeardStep | None:
        return self._agreed(snapshot.next(raw), snapshot.log, at)

    def stretch(self, start: int, end: int, is_now: Callable[[Snapshot], bool], /) -> None:
        return None

    def _agreed(self, snapshot: Snapshot, before: Log, at: int) -> HeardStep | None:
        heard, known, hear = self._heard, self._may, self._hearing.event
        since, last, masked = known[at - 1] if at else None, len(heard), list[tuple[RawEvent, int]]()
        for event in events(snapshot.log, before):
            told = hear(event)
            if told is None:
                continue
            if at >= last or told != heard[at]:
                return None
            if told is not event:
                masked.append((event, at))
            at += 1
        may = known[at - 1]
        if may is not since:
            for place, places in zip(snapshot.where, may, strict=True):
                if not places >> place & 1:
                    return None
        return snapshot, at, tuple(masked)
