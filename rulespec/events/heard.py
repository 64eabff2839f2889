"""What one player heard, as one value that grows: what he hears next extends it, and costs no more than is new."""

import os
from collections.abc import Hashable, Iterator, Sequence
from threading import Lock
from typing import Any, Protocol, Self, overload

from attrs import frozen

from rulespec.events.hearing import Hearing
from rulespec.events.log import Log, OtherGameError, RawEvent, events

_extending = Lock()  # two threads may go on from one state
if hasattr(os, "register_at_fork"):  # in a child nobody would ever release what another thread of its parent holds
    _release = _extending.release
    os.register_at_fork(before=_extending.acquire, after_in_parent=_release, after_in_child=_release)


class Heard(Sequence[RawEvent]):
    """Events in the order in which they were heard; equal if and only if the same was heard.

    Each holds the beginning of a list that it shares with those that extend it, and nothing changes in a beginning.
    Whoever goes on elsewhere, after an event that is not the last of the list, begins a list of his own. Where an
    engine has told in short what was heard, the list is only made when somebody reads it.
    """

    __slots__ = ("_count", "_hash", "_list", "_unread", "summary")

    def __init__(
        self, events: list[RawEvent] | None, count: int, hashed: int, unread: "Unread | None" = None,
        summary: "Summary | None" = None,
    ) -> None:  # fmt: skip
        self._list = events
        self._count = count
        self._hash = hashed
        self._unread = unread
        self.summary = summary

    @classmethod
    def in_short(cls, summary: "Summary", hearing: Hearing, earlier: "Heard | None") -> "Heard":
        """What was heard, in short; if it goes on from something earlier, it is read from there on."""
        read = None if earlier is None else earlier.read
        return cls(None, summary.count, summary.hash, Unread(summary, hearing, read), summary)

    def alike(self, summary: "Summary", hearing: Hearing) -> "Heard":
        """The same, as it was heard in another game."""
        unread = Unread(summary, hearing, None) if self._list is None else None
        return Heard(self._list, self._count, self._hash, unread, summary)

    @property
    def read(self) -> "Heard | None":
        """As much of it as somebody has read."""
        unread = self._unread
        return self if unread is None else unread.earlier

    @property
    def _events(self) -> list[RawEvent]:
        found = self._list
        if found is None:
            unread = self._unread
            found = self._list if unread is None else unread.read()  # unless another thread was first
            assert found is not None
            self._list, self._unread = found, None  # in this order
        return found

    def extended(self, new: Sequence[RawEvent]) -> "Heard":
        """With more events."""
        if not new:
            return self
        hashed = self._hash
        for event in new:
            hashed = hash((hashed, event))
        return Heard(self.list_with(new), self._count + len(new), hashed)

    def list_with(self, new: Sequence[RawEvent]) -> list[RawEvent]:
        """A list that begins with these events and goes on with more."""
        events = self._events
        with _extending:
            if not events or len(events) != self._count:
                events = events[: self._count]
            events.extend(new)
        return events

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
        if self.summary is not None and other.summary is not None:
            (mine, key), (theirs, beside) = self.summary.key, other.summary.key
            if mine is theirs:
                return key == beside
        return self._events is other._events or self._events[: self._count] == other._events[: self._count]

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return heard_all, (tuple(self),)  # a hash is of one process only

    def __repr__(self) -> str:
        return repr(tuple(self))


class Summary(Protocol):
    """What somebody has heard of a game, in short, as an engine tells it."""

    @property
    def count(self) -> int: ...  # of events
    @property
    def hash(self) -> int: ...  # of `Heard`
    @property
    def key(self) -> tuple[object, Hashable]: ...  # who has heard it; and one value for all that he has heard
    @property
    def log(self) -> Log: ...  # everything that happened

    def goes_on(self, earlier: Self, /) -> bool:
        """Whether the game has gone on from an earlier time of it."""


@frozen(eq=False)
class Unread:
    """What was heard, and nobody has read since an earlier time of the game."""

    summary: Summary
    hearing: Hearing
    earlier: Heard | None

    def read(self) -> list[RawEvent]:
        """All of it."""
        if self.earlier is not None and self.earlier.summary is not None:
            try:
                new = events(self.summary.log, self.earlier.summary.log)
            except OtherGameError:
                pass
            else:
                return self.earlier.list_with(self.hearing.events(new))
        return self.hearing.events(events(self.summary.log))


def heard_all(events: Sequence[RawEvent]) -> Heard:
    """What was heard from the beginning on."""
    return Heard([], 0, 0).extended(events)


NOTHING_HEARD = heard_all(())
