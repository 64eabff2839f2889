"""What players see and have heard as arrays of fixed size, for machine learning."""

from functools import cache
from itertools import accumulate
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from rulespec.adapters.encoding.actions import Encoding, Path
from rulespec.engine.events import kinds as k
from rulespec.engine.events.chance import decided
from rulespec.engine.options import share_name
from rulespec.engine.python.program import Asking
from rulespec.game.api import State, View
from rulespec.language.tree import declarations as d
from rulespec.rules.material import Material, Variable

Array = NDArray[np.float32]


class Observations:
    """The observations of a game, float32 arrays of shape (`size`,) with values from -1 to 1.

    They are, piece by piece: observer, active player and asked player, one-hot; for each zone a value for each card
    that is seen in it (1, in a row of n cards 1/n to 1 for the newest), and the share of all cards that it holds; a
    counter x as x / (1 + |x|), a note one-hot; the actions that the observer has answered so far. The table of the last
    observation is kept, and only what has changed is written.
    """

    def __init__(self, encoding: Encoding) -> None:
        material, players = encoding.game.material, encoding.game.players
        places, variables, cards = material.places, material.variables, encoding.cards
        self._encoding, self._players, self._material = encoding, players, material
        pieces = [("player", players), ("active", players), ("asked", players)]
        for place in places:
            zone = share_name(material, place.zone.key, place.owner, place.word)
            pieces += [(zone, cards), (f"{zone}, filled", 1)]
        for each in variables:
            words = words_of(each, material)
            pieces.append((share_name(material, each.holder.key, each.owner, each.word), 1 if words is None else words))
        pieces.append(("answered", len(encoding.actions)))
        self.pieces = tuple(pieces)  # names and sizes
        *starts, self.size = accumulate((size for _, size in pieces), initial=0)
        # the offsets of the zones, of counters and notes, and of the answered actions
        self.lying, self.standing = starts[3 : 3 + 2 * len(places) : 2], starts[3 + 2 * len(places) : -1]
        self.answered = starts[-1]
        self._table = np.zeros(self.size, np.float32)  # all zones as if they were open, and all counters and notes
        self._zones: list[tuple[int, ...]] = [()] * len(places)  # as written in the table
        self._variables: list[int | None] = [None] * len(variables)
        self._seen = np.ones((players, self.size), np.float32)  # masks, by seat
        self._lasts: list[list[int]] = [
            [] for _ in range(players)
        ]  # zones of which only the last card is seen, by seat
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
        """The observation of a player in a state, with the actions so far of a compound option."""
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
        """Writes the cards of a zone to the table."""
        self._zones[at] = cards
        start, count, size = self.lying[at], len(self._material.cards), len(cards)
        piece = self._table[start : start + count + 1]
        piece.fill(0)
        if cards:
            piece[list(cards)] = _shares(size) if self._material.places[at].zone.ordered else 1
            piece[-1] = size / count

    def _set(self, at: int, value: int | None) -> None:
        """Writes the value of a counter or note to the table."""
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
        """The size of what `recall` returns."""
        return moments * (self._players + len(self._encoding.actions))

    def recall(self, view: View, moments: int) -> Array:
        """What a view's player has heard, as an array of shape (moments * (players + actions),) of 0 and 1.

        For each answer, oldest first: who answered, one-hot; the atoms that were chosen or drawn, or shown until the
        next answer, as far as he heard them. A commitment of several answers is one. `moments` is the largest number of
        answers in a game.
        """
        stretch = self._players + len(self._encoding.actions)
        numbers = np.zeros(self.recalled(moments), np.float32)
        at = -1
        for told, event in zip(map(k.read, view.heard[1:]), view.log, strict=True):
            if told.decides or decided(told, self._material) is not None:
                at = min(at + 1, moments - 1)  # players without a choice may commit as well
                numbers[at * stretch + (event.player or 0)] = 1
            for atom in event.atoms:
                numbers[max(at, 0) * stretch + self._players + self._encoding.number(atom)] = 1
        return numbers


@cache
def _shares(size: int) -> Array:
    """The values of the cards in a row of this size."""
    return np.arange(1, size + 1, dtype=np.float32) / np.float32(size)


def words_of(variable: Variable, material: Material) -> int | None:
    """The number of values of a note; None for a counter."""
    if isinstance(variable.holder, d.Counter):
        return None
    of = variable.holder.of
    return material.players if of == "player" else len(material.words(of))
