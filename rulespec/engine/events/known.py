"""A player's knowledge at a state, extended by the states that follow."""

from collections.abc import Sequence
from typing import Any

from attrs import define, field

from rulespec.engine.events.event import Event
from rulespec.engine.events.heard import Heard
from rulespec.engine.events.hearing import Hearing
from rulespec.engine.events.log import RawEvent


@define(eq=False)
class Known:
    """The observations of a player at a state, with caches of derived values."""

    hearing: Hearing
    at: object  # the snapshot; None where only what was heard is known
    heard: Heard
    _told: tuple[Event, ...] = ()
    made: dict[str, Any] = field(factory=dict)  # other derived values, by name

    @property
    def told(self) -> tuple[Event, ...]:
        """The observed events, which print as sentences, without the beginning of the game."""
        told = self._told
        new = self.heard[len(told) + 1 :]
        if new:
            self._told = told = (*told, *self.tell(new))  # one assignment, as another thread may do the same
        return told

    def since(self, earlier: Heard) -> tuple[Event, ...]:
        """The observed events since an earlier state of the same game."""
        return self.tell(self.heard.since(earlier))

    def tell(self, heard: Sequence[RawEvent]) -> tuple[Event, ...]:
        """Events that he heard, with their sentences."""
        return self.hearing.teller.tell(heard)

    def further(self, at: object, heard: Heard) -> "Known":
        """The knowledge at a later state of the same game, which starts from these caches."""
        return Known(self.hearing, at, heard, self._told, self.made.copy())
