"""The log of a game: a linked list of all events, the newest first, so that states share their past.

Python frees a linked list by recursion. In a browser nothing bounds its depth, and a few thousand events overflow the
stack. So a seal follows every stretch of a log. It keeps all stretches before it, which are then freed one by one.
"""

from collections.abc import Iterable
from typing import Any

RawEvent = tuple[Any, ...]  # the number of a kind, then the fields in order
Log = tuple[RawEvent | None, Any] | None  # an event and the log before it, or a seal: None and the logs it keeps

STRETCH = 256  # events before a seal, at least
WIDE = 64  # logs that a seal keeps; further ones are in a tuple of their own, so that all seals together stay small


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
        if event is None:
            log = log[-1]
        else:
            found.append(event)
    found.reverse()
    return found


def sealed(log: Log) -> Log:
    """The same log with a seal, if its last stretch is long."""
    length, each = 0, log
    while each is not None and each[0] is not None:
        length, each = length + 1, each[1]
    if length < STRETCH:
        return log
    kept = () if each is None else each[1]
    return None, (*((kept,) if len(kept) >= WIDE else kept), log)


def log_of(events: Iterable[RawEvent]) -> Log:
    """The log of some events, given oldest first."""
    log: Log = None
    for number, event in enumerate(events):
        log = event, log if number % STRETCH else sealed(log)
    return log


def same_events(one: Log, other: Log) -> bool:
    """True if two logs have equal events."""
    while one is not other:
        if one is not None and one[0] is None:
            one = one[1][-1]
        elif other is not None and other[0] is None:
            other = other[1][-1]
        elif one is None or other is None or one[0] != other[0]:
            return False
        else:
            one, other = one[1], other[1]
    return True
