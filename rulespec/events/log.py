"""The log of a game: a linked list of all events, the newest first, so that states share their past."""

from collections.abc import Iterable
from typing import Any, Optional

RawEvent = tuple[Any, ...]  # the number of a kind, then the fields in order
Log = Optional[tuple[RawEvent, "Log"]]  # noqa: UP045 (the newest event and the log before it; `|` takes no string)


class OtherGameError(ValueError):
    """A log that does not continue another."""


def events(log: Log, since: Log = None) -> list[RawEvent]:
    """The events of a log, oldest first: all, or those after an earlier log of the same game.

    An `OtherGameError` if it does not continue that one.
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
    """The log of some events, given oldest first."""
    log: Log = None
    for event in events:
        log = (event, log)
    return log


def same_events(one: Log, other: Log) -> bool:
    """Whether two logs have equal events."""
    while one is not other:
        if one is None or other is None or one[0] != other[0]:
            return False
        one, other = one[1], other[1]
    return True
