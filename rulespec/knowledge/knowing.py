"""The places where each card can be, and the cards that can be at each position, by what one player heard."""

from functools import cached_property
from itertools import islice

from rulespec.errors import BudgetExceededError, WorldsError
from rulespec.knowledge.hidden_rows import HiddenRows
from rulespec.knowledge.perspective import Perspective
from rulespec.knowledge.worlds import Worlds
from rulespec.plan.options import HIDDEN

STEPS = 10_000  # to list the possible worlds
LISTED = 1_000  # of them; more say nothing

Position = tuple[int, int | None]  # a place, and the index of a card in it if it is a row


class Knowing:
    """Follows from what he heard alone, so it is the same in all worlds that he cannot tell apart.

    The truth is always among the candidates. `thorough`: lists the possible worlds too, if they are few.
    """

    def __init__(self, seen: Perspective, *, thorough: bool = False) -> None:
        self._seen = seen
        self._material = seen.game.material
        self._thorough = thorough

    def candidates(self, place: int, index: int) -> tuple[int, ...]:
        """The cards that can be at an index of a place; without an order, that of their declaration."""
        if self._material.places[place].seen_by(self._seen.player):
            return (self._seen.sight.zones[place][index],)
        found = self._at(place, index)
        if len(found) == 1 or self._worlds is None:
            return found
        return tuple(sorted({world[place][index] for world in self._worlds}.intersection(found)))

    def where(self, card: int) -> tuple[Position, ...]:
        """The places where a card can be, in order, with each index that it can have if the place is a row."""
        found = [each for place in range(len(self._material.places)) for each in self._in(card, place)]
        if len(found) > 1 and self._worlds is not None:
            there = {
                (place, cards.index(card) if self._material.places[place].zone.ordered else None)
                for world in self._worlds
                for place, cards in enumerate(world)
                if card in cards
            }
            found = [each for each in found if each in there]
        return tuple(found)

    def face_down(self, place: int) -> tuple[int | None, ...]:
        """The cards of a place that he does not see, each None unless he knows it.

        Those of a row are in order; elsewhere the known ones come first.
        """
        held = self._seen.sight.zones[place]
        hidden = range(len(held) - (held[-1:] != () and held[-1] != HIDDEN))
        if self._material.places[place].seen_by(self._seen.player) or not hidden:
            return ()
        if self._material.places[place].zone.ordered:
            cells = [self._at(place, index) for index in hidden]
            return tuple([cell[0] if len(cell) == 1 else None for cell in cells])
        known = [card for card, places in enumerate(self._may) if places == 1 << place]
        return (*known, *[None] * (len(hidden) - len(known)))

    # ---- by where cards went

    @cached_property
    def _rows(self) -> HiddenRows:
        seen = self._seen
        return HiddenRows(seen.game.program, seen.game.hearing(seen.player), seen.memory, seen.recall)

    @cached_property
    def _may(self) -> tuple[int, ...]:
        return self._seen.memory.may[-1]

    def _at(self, place: int, index: int) -> tuple[int, ...]:
        if self._material.places[place].zone.ordered:
            cell = self._rows.cells[place][index]
            return tuple([card for card in range(cell.bit_length()) if cell >> card & 1])
        found = tuple([card for card, places in enumerate(self._may) if places >> place & 1])
        return found if len(found) > len(self._seen.sight.zones[place]) else (found[index],)

    def _in(self, card: int, place: int) -> list[Position]:
        if not self._may[card] >> place & 1:
            return []
        zone = self._material.places[place].zone
        if not zone.ordered:
            return [(place, None)]
        if self._material.places[place].seen_by(self._seen.player):
            return [(place, self._seen.sight.zones[place].index(card))]
        return [(place, index) for index, cell in enumerate(self._rows.cells[place]) if cell >> card & 1]

    # ---- by what can have happened

    @cached_property
    def _worlds(self) -> list[tuple[tuple[int, ...], ...]] | None:
        """The zones of all possible worlds; None if they are not listed in few steps."""
        if not self._thorough:
            return None
        try:
            found = [world.position.zones for world in islice(Worlds(self._seen).all(STEPS), LISTED + 1)]
        except (WorldsError, BudgetExceededError):
            return None
        return None if len(found) > LISTED else found
