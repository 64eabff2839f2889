"""The events that one player observed: an immutable sequence, extended in time proportional to the new part."""

import os
from collections.abc import Hashable, Iterator, Sequence
from threading import Lock
from typing import Any, Protocol, Self, overload

from attrs import frozen

from rulespec.engine.events.log import RawEvent

_extending = Lock()  # two threads may extend the same sequence
if hasattr(os, "register_at_fork"):  # else a child could inherit it locked
    _release = _extending.release
    os.register_at_fork(before=_extending.acquire, after_in_parent=_release, after_in_child=_release)


class Heard(Sequence[RawEvent]):
    """The events that were heard, oldest first; equal if and only if the same was heard.

    Each is a prefix of an append-only list that it shares with its extensions; extending anything but the whole list
    copies it. Where the engine gives a `summary` of what was heard, the list is made lazily.
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
    def in_short(cls, summary: "Summary", earlier: "Heard | None") -> "Heard":
        """A lazy sequence with a summary; if there is an earlier one, only what is new will be read."""
        read = None if earlier is None else earlier.read
        return cls(None, summary.count, summary.hash, Unread(summary, read), summary)

    def alike(self, summary: "Summary") -> "Heard":
        """The same sequence, as heard in another game."""
        unread = Unread(summary, None) if self._list is None else None
        return Heard(self._list, self._count, self._hash, unread, summary)

    @property
    def read(self) -> "Heard | None":
        """The longest prefix whose list exists."""
        unread = self._unread
        return self if unread is None else unread.earlier

    @property
    def _events(self) -> list[RawEvent]:
        found = self._list
        if found is None:
            unread = self._unread
            found = self._list if unread is None else unread.read()  # another thread may have been first
            assert found is not None
            self._list, self._unread = found, None  # in this order
        return found

    def extended(self, new: Sequence[RawEvent]) -> "Heard":
        """The sequence with more events."""
        if not new:
            return self
        hashed = self._hash
        for event in new:
            hashed = hash((hashed, event))
        return Heard(self.list_with(new), self._count + len(new), hashed)

    def list_with(self, new: Sequence[RawEvent]) -> list[RawEvent]:
        """A list with these events followed by new ones: the shared list if possible."""
        events = self._events
        with _extending:
            if not events or len(events) != self._count:
                events = events[: self._count]
            events.extend(new)
        return events

    def since(self, earlier: "Heard") -> list[RawEvent]:
        """The events since an earlier state of the same game."""
        return self._events[len(earlier) : self._count]

    def latest(self, kind: int, among: range | None = None) -> Iterator[int]:
        """The indices of the events of a kind, the latest first; among all, or some indices in a row."""
        events = self._events
        indices = range(self._count) if among is None else among
        return (index for index in reversed(indices) if events[index][0] == kind)

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> RawEvent: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[RawEvent, ...]: ...
    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            start, stop, step = index.indices(self._count)
            if step == 1:
                return tuple(self._events[start:stop])
            return tuple([self._events[at] for at in range(start, stop, step)])
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
        return heard_all, (tuple(self),)  # hashes differ between processes

    def __repr__(self) -> str:
        return repr(tuple(self))


class Summary(Protocol):
    """The observations of a game, summarized by an engine."""

    @property
    def count(self) -> int: ...  # of events
    @property
    def hash(self) -> int: ...  # that of `Heard`
    @property
    def key(
        self,
    ) -> tuple[object, Hashable]: ...  # the hearer, and a value that is equal if and only if the same was heard
    def goes_on(self, earlier: Self, /) -> bool:
        """True if this continues the game of an earlier summary."""

    def events(self, earlier: Self | None, /) -> list[RawEvent] | None:
        """The events since an earlier summary, or since the beginning; None if this does not continue it."""


@frozen(eq=False)
class Unread:
    """A sequence whose list is not made yet; `earlier` is a prefix whose list is."""

    summary: Summary
    earlier: Heard | None

    def read(self) -> list[RawEvent]:
        """Makes the list."""
        if self.earlier is not None and self.earlier.summary is not None:
            new = self.summary.events(self.earlier.summary)
            if new is not None:
                return self.earlier.list_with(new)
        return self.summary.events(None) or []


def heard_all(events: Sequence[RawEvent]) -> Heard:
    """The sequence of these events, which are all since the beginning."""
    return Heard([], 0, 0).extended(events)


NOTHING_HEARD = heard_all(())
