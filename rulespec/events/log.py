"""The log of a game: everything that happened, as a list that grows at its head and shares its tail."""

from collections.abc import Iterable
from typing import Any, Optional

RawEvent = tuple[Any, ...]  # an event as it is kept: the number of its kind, then its fields in their order
Log = Optional[tuple[RawEvent, "Log"]]  # noqa: UP045 (the newest event and the log before it; `|` takes no string)


class OtherGameError(ValueError):
    """A log that has not gone on from another."""


def events(log: Log, since: Log = None) -> list[RawEvent]:
    """The events of a log, oldest first: all of them, or those that it has more than an earlier one of the same game.

    An `OtherGameError` if it has not gone on from there.
    """
    found = []
    while log is not since:
        if log is None:
            raise OtherGameError
        event, log = log
        found.append(event)
    found.reverse()
    return found


def log_of(events: Iterable[RawEvent]) -> Log:
    """The log of some events, the oldest of which comes first."""
    log: Log = None
    for event in events:
        log = (event, log)
    return log


def same_events(one: Log, other: Log) -> bool:
    """Whether two logs tell the same."""
    while one is not other:
        if one is None or other is None or one[0] != other[0]:
            return False
        one, other = one[1], other[1]
    return True
