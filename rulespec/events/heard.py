"""What one player heard, as one value that grows: what he hears next extends it, and costs no more than is new."""

from collections.abc import Iterator, Sequence
from threading import Lock
from typing import Any, overload

from rulespec.events.log import RawEvent

_extending = Lock()  # two threads may go on from one state


class Heard(Sequence[RawEvent]):
    """Events in the order in which they were heard; equal if and only if the same was heard.

    Each holds the beginning of a list that it shares with those that extend it, and nothing changes in a beginning.
    Whoever goes on elsewhere, after an event that is not the last of the list, begins a list of his own.
    """

    __slots__ = ("_count", "_events", "_hash")

    def __init__(self, events: list[RawEvent], count: int, hashed: int) -> None:
        self._events = events
        self._count = count
        self._hash = hashed

    def extended(self, new: Sequence[RawEvent]) -> "Heard":
        """With more events."""
        if not new:
            return self
        hashed = self._hash
        for event in new:
            hashed = hash((hashed, event))
        with _extending:
            events = self._events
            if not events or len(events) != self._count:
                events = events[: self._count]
            events.extend(new)
            return Heard(events, self._count + len(new), hashed)

    def since(self, earlier: "Heard") -> list[RawEvent]:
        """What was heard since an earlier time of the same game."""
        return self._events[len(earlier) : self._count]

    def latest(self, kind: int) -> Iterator[int]:
        """Where events of a kind stand, the latest first."""
        events = self._events
        return (index for index in range(self._count - 1, -1, -1) if events[index][0] == kind)

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> RawEvent: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[RawEvent, ...]: ...
    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return tuple([self._events[at] for at in range(*index.indices(self._count))])
        if not -self._count <= index < self._count:
            raise IndexError(index)
        return self._events[index if index >= 0 else self._count + index]

    def __iter__(self) -> Iterator[RawEvent]:
        return iter(self._events[: self._count])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Heard):
            return NotImplemented
        if self._count != other._count or self._hash != other._hash:
            return False
        return self._events is other._events or self._events[: self._count] == other._events[: self._count]

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return heard_all, (tuple(self),)  # a hash is of one process only

    def __repr__(self) -> str:
        return repr(tuple(self))


def heard_all(events: Sequence[RawEvent]) -> Heard:
    """What was heard from the beginning on."""
    return Heard([], 0, 0).extended(events)


NOTHING_HEARD = heard_all(())
