"""What one player may know, built from what the zones let him see."""

from typing import TYPE_CHECKING, Any

from attrs import frozen

from rulespec.engine.events import Event, Teller
from rulespec.engine.material import Card
from rulespec.engine.pending import Decision

if TYPE_CHECKING:
    from rulespec.engine.state import State


@frozen(eq=False, repr=False, slots=False)  # made for each decision: see Decision
class View:
    """A state as one player sees it."""

    _state: "State"
    player: int

    @property
    def players(self) -> int:
        return self._state.players

    @property
    def active(self) -> int:
        """The seat whose turn it is."""
        return self._state.active

    def zone(self, name: str, seat: int | None = None) -> tuple[Card, ...] | int:
        """The cards of a zone that this player can see; of any other zone, how many it holds."""
        state = self._state
        cards = state.zone(name, seat)
        place = state._program.material.places[state.rules.place(state.players, name, seat)]
        return cards if place.seen_by(self.player) else len(cards)

    def counter(self, name: str, seat: int | None = None) -> int:
        return self._state.counter(name, seat)

    def note(self, name: str, seat: int | None = None) -> Any:
        """The word, or the seat, that stands on a note."""
        return self._state.rules.noted(self._state, name, seat)

    @property
    def decision(self) -> Decision | None:
        """The decision in front of this player, if there is one."""
        pending = self._state.pending
        return pending if isinstance(pending, Decision) and pending.player == self.player else None

    @property
    def log(self) -> tuple[Event, ...]:
        """Everything that happened, as he saw it."""
        return Teller(self._state._program, self.player).tell(self._state._log)

    def __repr__(self) -> str:
        return f"<View of seat {self.player}>"
