"""What players see and heard as arrays of one size, for frameworks that learn from them."""

from functools import cache
from itertools import accumulate
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from rulespec.api import State, View
from rulespec.encoding.actions import Encoding, Path
from rulespec.events import kinds as k
from rulespec.events.chance import decided
from rulespec.material import Material, Variable
from rulespec.plan.options import share_name
from rulespec.run.program import Asking
from rulespec.tree import declarations as d

Array = NDArray[np.float32]


class Observations:
    """The observations of all players at one table: what has not changed since the last one is not written again.

    Each has numbers from -1 to 1. Whose it is, whose turn it is and who is asked; for each zone a share for each card
    that lies in it and is seen (in a row the newest has 1) and how full it is; counters x as x / (1 + |x|), notes a
    place for each word; what the observer has answered so far.
    """

    def __init__(self, encoding: Encoding) -> None:
        material, players = encoding.game.material, encoding.game.players
        places, variables, cards = material.places, material.variables, encoding.cards
        self._encoding, self._players, self._material = encoding, players, material
        pieces = [("player", players), ("active", players), ("asked", players)]
        for place in places:
            zone = share_name(material, place.zone.key, place.owner)
            pieces += [(zone, cards), (f"{zone}, filled", 1)]
        for each in variables:
            words = words_of(each, material)
            pieces.append((share_name(material, each.holder.key, each.owner), 1 if words is None else words))
        pieces.append(("answered", len(encoding.actions)))
        self.pieces = tuple(pieces)  # what an observation tells, in its order: a name and how many numbers it has
        *starts, self.size = accumulate((size for _, size in pieces), initial=0)
        # where it tells of each zone, of each counter and note, and of what was answered
        self.lying, self.standing = starts[3 : 3 + 2 * len(places) : 2], starts[3 + 2 * len(places) : -1]
        self.answered = starts[-1]
        self._table = np.zeros(self.size, np.float32)  # all zones as if everybody saw them, and all counters and notes
        self._zones: list[tuple[int, ...]] = [()] * len(places)  # as they are written there
        self._variables: list[int | None] = [None] * len(variables)
        self._seen = np.ones((players, self.size), np.float32)  # what each seat sees of that
        self._lasts: list[list[int]] = [[] for _ in range(players)]  # the zones of which each sees the last card only
        for seat in range(players):
            for at, (place, start) in enumerate(zip(places, self.lying, strict=True)):
                shown = place.shown_to(seat)
                match shown:
                    case "cards":
                        pass
                    case "last":
                        self._seen[seat, start : start + cards] = 0
                        self._lasts[seat].append(at)
                    case "number":
                        self._seen[seat, start : start + cards] = 0
                    case _:
                        assert_never(shown)

    def observe(self, state: State, player: int, so_far: Path = (), into: Array | None = None) -> Array:
        """What a player sees in a state, and what he has answered so far of what he is asked."""
        position = state.position
        for at, cards in enumerate(position.zones):
            if cards != self._zones[at]:
                self._lay(at, cards)
        for at, value in enumerate(position.variables):
            if value != self._variables[at]:
                self._set(at, value)
        seen: Array = np.multiply(self._table, self._seen[player], into)
        for at in self._lasts[player]:
            for last in position.zones[at][-1:]:
                seen[self.lying[at] + last] = 1
        seen[player] = 1
        seen[self._players + position.active] = 1
        if isinstance(state.game.program.asks.get(position.pc), Asking):
            seen[2 * self._players + position.own] = 1
        for action in so_far:
            seen[self.answered + action] = 1
        return seen

    def _lay(self, at: int, cards: tuple[int, ...]) -> None:
        """Writes what lies in a zone."""
        self._zones[at] = cards
        start, count, size = self.lying[at], len(self._material.cards), len(cards)
        piece = self._table[start : start + count + 1]
        piece.fill(0)
        if cards:
            piece[list(cards)] = _shares(size) if self._material.places[at].zone.ordered else 1
            piece[-1] = size / count

    def _set(self, at: int, value: int | None) -> None:
        """Writes what a counter or a note stands at."""
        self._variables[at] = value
        start, words = self.standing[at], words_of(self._material.variables[at], self._material)
        if words is None:
            self._table[start] = (value or 0) / (1 + abs(value or 0))
        else:
            self._table[start : start + words] = 0
            if value is not None:
                self._table[start + value] = 1

    # ---- what was heard

    def recalled(self, moments: int) -> int:
        """How many numbers `recall` has."""
        return moments * (self._players + len(self._encoding.actions))

    def recall(self, view: View, moments: int) -> Array:
        """What a view's player heard, as numbers that are 0 or 1: for each answer, the oldest first, a stretch of them.

        Who answered; what was chosen or drawn, and what else showed until the next answer, as far as he heard it. All
        that somebody else commits to at the same time is one answer. `moments` is the most that a game can have.
        """
        stretch = self._players + len(self._encoding.actions)
        numbers = np.zeros(self.recalled(moments), np.float32)
        at = -1
        for told, event in zip(map(k.read, view.heard[1:]), view.log, strict=True):
            if told.decides or decided(told, self._material) is not None:
                at = min(at + 1, moments - 1)  # a commitment may be heard of somebody who was asked nothing
                numbers[at * stretch + (event.player or 0)] = 1
            for atom in event.atoms:
                numbers[max(at, 0) * stretch + self._players + self._encoding.number(atom)] = 1
        return numbers


@cache
def _shares(size: int) -> Array:
    """What each card of a row counts, the newest 1."""
    return np.arange(1, size + 1, dtype=np.float32) / np.float32(size)


def words_of(variable: Variable, material: Material) -> int | None:
    """How many words a note can have; None for a counter."""
    if isinstance(variable.holder, d.Counter):
        return None
    of = variable.holder.of
    return material.players if of == "player" else len(material.words(of))
