"""Joins the events of an answer that was given bit by bit, so that it compares with one that was given at once."""

from collections.abc import Iterable, Mapping
from typing import Any

from attrs import frozen

from rulespec.engine.events import kinds as k
from rulespec.engine.events import roles as r
from rulespec.engine.events.log import RawEvent
from rulespec.engine.options import RawAnswer
from rulespec.engine.python.stepwise.bits import Bit

ASKED = {each.number: each.at(asked) for each in k.KINDS if (asked := each.field_of(r.Asked)) is not None}


@frozen
class Joined:
    """The answers for some of the names of a choice, each with the index of its name."""

    parts: tuple[tuple[int, Any], ...]

    def further(self, at: int, value: RawAnswer) -> "Joined":
        """The answer with a further part; the cards of one set are one part."""
        *others, (last, before) = self.parts
        if last == at:
            return Joined((*others, (at, before + value)))
        return Joined((*self.parts, (at, value)))


def joined(told: Iterable[RawEvent], bits: Mapping[int, Bit]) -> list[tuple[RawEvent, RawEvent]]:
    """Events with the parts of each answer joined, each with its original event, the first one if some were joined.

    `bits` are the choices that are asked bit by bit, by program counter. The events come from at most one answer, but
    may reveal answers given before.
    """
    found: list[tuple[RawEvent, RawEvent]] = []
    for event in told:
        at = ASKED.get(event[0])
        bit = None if at is None else bits.get(event[at])
        if at is None or bit is None or event[at + 1] is None:
            found.append((event, event))
            continue
        value = event[at + 1]
        before, first = found[-1] if found else ((), event)
        if before[:at] == event[:at] and isinstance(before[-1], Joined) and _goes_on(before, bit.at):
            found[-1] = (*before[:-1], before[-1].further(bit.at, value)), first
        else:
            found.append(((*event[: at + 1], Joined(((bit.at, value),))), event))
    return found


def _goes_on(before: RawEvent, at: int) -> bool:
    """True if the part `at` belongs to the answer before it; an answer is revealed by whole sets, not card by card."""
    last: int = before[-1].parts[-1][0]
    return last < at or (last == at and before[0] != k.REVEAL)
