"""OpenSpiel's observers: a state as text and as a tensor, from a player's view alone."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import Any, Protocol, assert_never, get_args

import numpy as np

from rulespec.adapters.encoding import Limits
from rulespec.adapters.encoding.actions import Encoding, Path
from rulespec.adapters.encoding.observations import Array, Observations
from rulespec.adapters.openspiel.told import answered, asked
from rulespec.engine.game import Game
from rulespec.engine.options import share_name
from rulespec.game.api import SPECTATOR, LastSeen, View
from rulespec.game.api import State as Table
from rulespec.language.tree import declarations as d
from rulespec.language.tree import statements as s
from rulespec.rules.material import Card

LARGEST = 2**14  # numbers in an information state tensor; larger ones are not provided


class Observed(Protocol):
    """What observers need of a state."""

    @property
    def table(self) -> Table: ...

    def view(self, player: int) -> View: ...

    def information_state_string(self, player: int) -> str: ...

    def so_far(self, player: int) -> Path: ...


class Observer(ABC):
    """A state for one player, as text and, unless `tensor` is None, as numbers: `tensor`, and its pieces in `dict`."""

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self.tensor: Array | None = None
        self.dict: dict[str, Array] = {}

    def set_from(self, state: Observed, player: int) -> None:  # noqa: B027 (some have text only)
        """Writes the numbers into `tensor`."""

    def string_from(self, state: Observed, player: int) -> str:
        return "\n".join(self._lines(state, player))

    @abstractmethod
    def _lines(self, state: Observed, player: int) -> Iterator[str]: ...


class Public(Observer):
    """What everybody sees."""

    def _lines(self, state: Observed, player: int) -> Iterator[str]:
        return _seen(state.view(SPECTATOR))


class Private(Observer):
    """What the player sees and not everybody; empty where nobody can know more than others."""

    def __init__(self, encoding: Encoding) -> None:
        super().__init__(encoding)
        self._is_open = is_open(encoding.game)

    def _lines(self, state: Observed, player: int) -> Iterator[str]:
        if self._is_open:
            return
        view = state.view(player)
        yield view.game.seat_name(player)
        for place in view.game.material.places:
            if place.shown_to(player) != place.shown_to(SPECTATOR):
                by = "" if place.word is None else f" by {place.word}"
                yield f"{place.zone.name}{by}: {_cards(view.zone(*place.where))}"
        yield from answered(state.so_far(player), self._encoding)


class Observation(Observer):
    """What the player sees now."""

    def __init__(self, encoding: Encoding) -> None:
        super().__init__(encoding)
        self._observations = Observations(encoding)
        self.tensor = np.zeros(self._observations.size, np.float32)
        self.dict = _pieces(self.tensor, self._observations)

    def set_from(self, state: Observed, player: int) -> None:
        self._observations.observe(state.table, player, state.so_far(player), self.tensor)

    def _lines(self, state: Observed, player: int) -> Iterator[str]:
        view = state.view(player)
        yield f"{view.game.seat_name(player)} sees"
        yield from _seen(view)
        yield from answered(state.so_far(player), self._encoding)


class InformationState(Observer):
    """All that the player has heard, and what he is asked now."""

    def __init__(self, encoding: Encoding, known: Limits) -> None:
        super().__init__(encoding)
        self._observations = Observations(encoding)
        self._moments = remembered(self._observations, known)
        if self._moments:
            now, before = self._observations.size, self._observations.recalled(self._moments)
            self.tensor = np.zeros(now + before, np.float32)
            self._now, self._before = self.tensor[:now], self.tensor[now:]
            recalled = self._before.reshape(self._moments, -1)
            self.dict = _pieces(self.tensor, self._observations) | {"recalled": recalled}

    def set_from(self, state: Observed, player: int) -> None:
        if self.tensor is not None:
            self._observations.observe(state.table, player, state.so_far(player), self._now)
            self._before[:] = self._observations.recall(state.view(player), self._moments)

    def _lines(self, state: Observed, player: int) -> Iterator[str]:
        yield state.information_state_string(player)


def _pieces(tensor: Array, observations: Observations) -> dict[str, Array]:
    """The pieces of an observation by name, as views of the tensor."""
    pieces, at = {}, 0
    for name, size in observations.pieces:
        pieces[name] = tensor[at : at + size]
        at += size
    return pieces


def _seen(view: View) -> Iterator[str]:
    yield from lying(view.game, view.zone, view.variables)
    yield from asked(view)


def lying(
    game: Game,
    zone: Callable[..., tuple[Card, ...] | LastSeen | int],
    variables: tuple[int | None, ...],
) -> Iterator[str]:
    """The zones, counters and notes, line by line."""
    material = game.material
    for place in material.places:
        yield f"{share_name(material, *place.where)}: {_cards(zone(*place.where))}"
    for variable, value in zip(material.variables, variables, strict=True):
        holder = variable.holder
        stands: Any = value
        if isinstance(holder, d.Note) and value is not None:
            stands = game.seat_name(value) if holder.of == "player" else material.words(holder.of)[value]
        yield f"{share_name(material, *variable.where)}: {'-' if stands is None else stands}"


def _cards(held: tuple[Card, ...] | LastSeen | int) -> str:
    match held:
        case tuple():
            return ", ".join(map(str, held)) or "-"
        case LastSeen(count, last):
            return f"{count}, {last or '-'}"
        case int():
            return str(held)
        case _:
            assert_never(held)


def is_open(game: Game) -> bool:
    """Whether information is perfect: everybody sees everything, but for at most one zone that nobody sees."""
    hidden = [place for place in game.material.places if not place.seen_by(SPECTATOR)]
    if len(hidden) > 1 or any(place.seen_by(seat) for place in hidden for seat in range(game.players)):
        return False
    return not any(map(_tells_some, game.rules.resolved.within(*get_args(s.Effect | s.Statement))))


def _tells_some(node: s.Effect | s.Statement) -> bool:
    """Whether some players may learn there what others do not, wherever cards lie."""
    match node:
        case s.Together():
            return True
        case s.Choose() | s.If() | s.May() | s.ForEach() | s.ForEachWord():
            return "secretly" in node.adverbs
        case s.Do():
            return False
        case _:
            return any(s.shown(node))


def remembered(observations: Observations, known: Limits) -> int:
    """The number of answers in an information state tensor; 0 if it would be too large."""
    moments = known.answers + known.draws
    return moments if observations.size + observations.recalled(moments) <= LARGEST else 0
