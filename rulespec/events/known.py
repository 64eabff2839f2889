"""What was worked out of one player's knowledge at a state, from which the states that follow go on."""

from collections.abc import Sequence
from typing import Any

from attrs import define, field

from rulespec.events.event import Event
from rulespec.events.heard import Heard
from rulespec.events.hearing import Hearing
from rulespec.events.log import RawEvent


@define(eq=False)
class Known:
    """What a player has heard when a game stands where it does, and what was made of that so far.

    What is kept here is the same whenever it is worked out, so it is no part of a state's value.
    """

    hearing: Hearing
    at: object  # how the game stands; None where only what was heard is known
    heard: Heard
    _told: tuple[Event, ...] = ()
    made: dict[str, Any] = field(factory=dict)  # what else was made of it, from which to go on when more is heard

    @property
    def told(self) -> tuple[Event, ...]:
        """What he heard as events that print as sentences; how the game began is not told."""
        told = self._told
        new = self.heard[len(told) + 1 :]
        if new:
            self._told = told = (*told, *self.tell(new))  # as a whole: another thread may do the same meanwhile
        return told

    def since(self, earlier: Heard) -> tuple[Event, ...]:
        """What he has heard since an earlier time of the same game."""
        return self.tell(self.heard.since(earlier))

    def tell(self, heard: Sequence[RawEvent]) -> tuple[Event, ...]:
        return self.hearing.teller.tell(heard)

    def further(self, at: object, heard: Heard) -> "Known":
        """What he knows where the same game has gone on to, after all that he has heard then."""
        return Known(self.hearing, at, heard, self._told, self.made.copy())
