"""The places where each card can be, and the candidates for each position, from the events that a player heard."""

from functools import cached_property
from itertools import islice

from rulespec.engine.options import HIDDEN
from rulespec.knowledge.hidden_rows import HiddenRows, only
from rulespec.knowledge.hints import members
from rulespec.knowledge.perspective import Perspective
from rulespec.knowledge.worlds import Worlds
from rulespec.language.errors import BudgetExceededError, WorldsError

STEPS = 10_000  # to list the possible worlds
LISTED = 1_000  # of them; more are ignored

Position = tuple[int, int | None]  # a place, and the index of a card in it if it is a row


class Knowing:
    """Depends only on the events they heard, so it is equal in all worlds that they cannot distinguish.

    The true card is always among the candidates. `thorough`: also lists the possible worlds, if they are few.
    """

    def __init__(self, seen: Perspective, *, thorough: bool = False) -> None:
        self._seen = seen
        self._material = seen.game.material
        self._thorough = thorough

    def candidates(self, place: int, index: int) -> tuple[int, ...]:
        """The candidates for an index of a place; a place without order lists its cards as declared."""
        found = members(self._cells[place][index])
        if len(found) == 1 or self._worlds is None:
            return tuple(found)
        return tuple(sorted({world[place][index] for world in self._worlds}.intersection(found)))

    def where(self, card: int) -> tuple[Position, ...]:
        """The places where a card can be, in order; for a row, with each possible index."""
        rows = [each.zone.ordered for each in self._material.places]
        found = dict.fromkeys(
            (place, index if rows[place] else None)
            for place, cells in enumerate(self._cells)
            for index, cell in enumerate(cells)
            if cell >> card & 1
        )
        if len(found) > 1 and self._worlds is not None:
            there = {
                (place, cards.index(card) if rows[place] else None)
                for world in self._worlds
                for place, cards in enumerate(world)
                if card in cards
            }
            return tuple([each for each in found if each in there])
        return tuple(found)

    def face_down(self, place: int) -> tuple[int | None, ...]:
        """The cards of a place that the player does not see, None for each unknown one.

        Those of a row are in order; elsewhere the known ones come first.
        """
        held = self._seen.sight.zones[place]
        hidden = range(len(held) - (held[-1:] != () and held[-1] != HIDDEN))
        if self._material.places[place].seen_by(self._seen.player) or not hidden:
            return ()
        if self._material.places[place].zone.ordered:
            return tuple([only(self._cells[place][index]) for index in hidden])
        known = [card for card, places in enumerate(self._seen.memory.may[-1]) if places == 1 << place]
        return (*known, *[None] * (len(hidden) - len(known)))

    # ---- from the events

    @cached_property
    def _cells(self) -> list[list[int]]:
        """The candidates for each index of each place, one bit each."""
        rows, may, found = HiddenRows(self._seen).cells, self._seen.memory.may[-1], []
        for place, cards in enumerate(self._seen.sight.zones):
            lying = [1 << card for card, places in enumerate(may) if places >> place & 1]
            if self._material.places[place].seen_by(self._seen.player):
                lying = [1 << card for card in cards]
            elif len(lying) > len(cards):
                lying = [sum(lying)] * len(cards)
            found.append(rows.get(place, lying))
        return found

    # ---- from the possible worlds

    @cached_property
    def _worlds(self) -> list[tuple[tuple[int, ...], ...]] | None:
        """The zones of all possible worlds; None if the list takes too many steps."""
        if not self._thorough:
            return None
        try:
            found = [world.position.zones for world in islice(Worlds(self._seen).all(STEPS), LISTED + 1)]
        except (WorldsError, BudgetExceededError):
            return None
        return None if len(found) > LISTED else found
