"""Answers that were given bit by bit, put together, so that they are told as one that was given at once."""

from collections.abc import Iterable, Mapping
from typing import Any

from attrs import frozen

from rulespec.events import kinds as k
from rulespec.events import roles as r
from rulespec.events.log import RawEvent
from rulespec.plan.options import RawAnswer
from rulespec.run.stepwise.bits import Bit

ASKED = {each.number: each.at(asked) for each in k.KINDS if (asked := each.field_of(r.Asked)) is not None}


@frozen
class Joined:
    """What was answered for some of the names of a choice, each with the number of the name."""

    parts: tuple[tuple[int, Any], ...]

    def further(self, at: int, value: RawAnswer) -> "Joined":
        """The answer with a further part; cards of one set are one part."""
        *others, (last, before) = self.parts
        if last == at:
            return Joined((*others, (at, before + value)))
        return Joined((*self.parts, (at, value)))


def joined(told: Iterable[RawEvent], bits: Mapping[int, Bit]) -> list[tuple[RawEvent, RawEvent]]:
    """Events with the parts of each answer as one, each with the event that it is, or the first of those that it joins.

    `bits` are the places in the program where a part is asked; the events come from no more than one answer, though
    answers that were given before may come to light.
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
    """Whether the part `at` belongs to the answer before it: what comes to light is a whole set, not a card of it."""
    last: int = before[-1].parts[-1][0]
    return last < at or (last == at and before[0] != k.REVEAL)
