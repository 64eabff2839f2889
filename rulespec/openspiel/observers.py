"""What a player is told of a state, as OpenSpiel's observers tell it: as a text and as numbers, from his view alone."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from hashlib import blake2b
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from rulespec.api import SPECTATOR, View
from rulespec.encoding import Encoding, Path
from rulespec.events.log import RawEvent
from rulespec.events.telling import Teller
from rulespec.game import Game
from rulespec.limits import Limits
from rulespec.plan.material import Card
from rulespec.tree import declarations as d
from rulespec.tree import statements as s
from rulespec.tree.node import walk

LARGEST = 2**14  # numbers in an information state tensor; with more there is none


class Observed(Protocol):
    """A state with the part of a compound option that has been answered."""

    def view(self, player: int) -> View: ...

    def so_far(self, player: int) -> Path: ...


class Observer(ABC):
    """What one player is told of a state, as a text and, where `tensor` is not None, as numbers."""

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}

    def set_from(self, state: Observed, player: int) -> None:
        """Puts the numbers into `tensor` and `dict`."""
        if self.tensor is not None:
            self.tensor[:] = self._numbers(state, player)

    def _numbers(self, state: Observed, player: int) -> list[float]:
        """What `tensor` holds, the table as the player sees it now."""
        return self._encoding.observe(state.view(player), state.so_far(player))

    def string_from(self, state: Observed, player: int) -> str:
        return "\n".join(self._lines(state, player))

    @abstractmethod
    def _lines(self, state: Observed, player: int) -> Iterator[str]: ...


class Public(Observer):
    """What everybody sees."""

    def _lines(self, state: Observed, player: int) -> Iterator[str]:
        return _seen(state.view(SPECTATOR))


class Private(Observer):
    """What the player sees and not everybody does; nothing where no player can know more than others."""

    def __init__(self, encoding: Encoding) -> None:
        super().__init__(encoding)
        self._is_open = is_open(encoding.rules.game(encoding.players))

    def _lines(self, state: Observed, player: int) -> Iterator[str]:
        if self._is_open:
            return
        view = state.view(player)
        yield view.game.seat_name(player)
        for place in view.game.material.places:
            if place.seen_by(player) and place.zone.seen_by != "all":
                yield f"{place.zone.name}: {_cards(view.zone(place.zone.name, place.owner))}"
        yield from _answered(state.so_far(player), self._encoding)


class Observation(Observer):
    """What the player sees now."""

    def __init__(self, encoding: Encoding) -> None:
        super().__init__(encoding)
        self.tensor = np.zeros(encoding.size, np.float32)
        self.dict = _pieces(self.tensor, encoding)

    def _lines(self, state: Observed, player: int) -> Iterator[str]:
        view = state.view(player)
        yield f"{view.game.seat_name(player)} sees"
        yield from _seen(view)
        yield from _answered(state.so_far(player), self._encoding)


class InformationState(Observer):
    """All that the player ever heard, and what he is asked now."""

    def __init__(self, encoding: Encoding, known: Limits) -> None:
        super().__init__(encoding)
        # a long game says much that it said before
        self._sentence = lru_cache(maxsize=2**16)(
            partial(_sentence, Teller(encoding.rules.game(encoding.players).program))
        )
        self._moments = remembered(encoding, known)
        if self._moments:
            now, before = encoding.size, encoding.recalled(self._moments)
            self.tensor = np.zeros(now + before, np.float32)
            recalled = self.tensor[now:].reshape(self._moments, -1)
            self.dict = _pieces(self.tensor, encoding) | {"recalled": recalled}

    def _numbers(self, state: Observed, player: int) -> list[float]:
        return super()._numbers(state, player) + self._encoding.recall(state.view(player), self._moments)

    def _lines(self, state: Observed, player: int) -> Iterator[str]:
        view = state.view(player)
        yield f"{view.game.seat_name(player)} heard"
        yield from map(self._sentence, view.heard[1:])  # all but how the game began
        yield from _asked(view)
        yield from _answered(state.so_far(player), self._encoding)
        yield f"key: {blake2b(repr(view.key).encode(), digest_size=8).hexdigest()}"  # a sentence can leave out a detail


def _sentence(teller: Teller, heard: RawEvent) -> str:
    return teller.event(heard).sentence


def _pieces(tensor: NDArray[np.float32], encoding: Encoding) -> dict[str, NDArray[np.float32]]:
    """The parts of an observation by name; they are the same numbers."""
    pieces, at = {}, 0
    for name, size in encoding.pieces:
        pieces[name] = tensor[at : at + size]
        at += size
    return pieces


def _seen(view: View) -> Iterator[str]:
    yield from lying(view.game, view.zone, view.variables)
    yield from _asked(view)


def _asked(view: View) -> Iterator[str]:
    if view.asked is not None:
        name = view.game.seat_name(view.asked)
        yield f"asked: {view.decision.prompt if view.decision else name}"
    if view.result is not None:
        yield f"over: {', '.join(map(str, view.result.returns))}"


def _answered(so_far: Path, encoding: Encoding) -> Iterator[str]:
    if so_far:
        yield f"answered: {', '.join(encoding.actions[action] for action in so_far)}"


def lying(
    game: Game,
    zone: Callable[[str, int | None], tuple[Card, ...] | int],
    variables: tuple[int | None, ...],
) -> Iterator[str]:
    """What lies where, and how counters and notes stand."""
    material = game.material
    for place in material.places:
        whose = _whose(place.zone.name, place.owner, game)
        yield f"{whose}: {_cards(zone(place.zone.name, place.owner))}"
    for variable, value in zip(material.variables, variables, strict=True):
        holder = variable.holder
        stands: Any = value
        if isinstance(holder, d.Note) and value is not None:
            stands = game.seat_name(value) if holder.of == "player" else material.words(holder.of)[value]
        yield f"{_whose(holder.name, variable.owner, game)}: {'-' if stands is None else stands}"


def _cards(held: tuple[Card, ...] | int) -> str:
    return str(held) if isinstance(held, int) else ", ".join(map(str, held)) or "-"


def _whose(name: str, owner: int | None, game: Game) -> str:
    return name if owner is None else f"{name} of {game.seat_name(owner)}"


def is_open(game: Game) -> bool:
    """Whether nobody can know what others do not: all is seen by all, but for one zone that nobody sees."""
    hidden = [place.zone for place in game.material.places if place.zone.seen_by != "all"]
    if len(hidden) > 1 or any(zone.seen_by == "owner" for zone in hidden):
        return False
    nodes = [node for block in game.rules.resolved.of(d.Block) for node in walk(block)]
    return not any(
        isinstance(node, s.Show | s.Together) or "secretly" in getattr(node, "adverbs", ()) for node in nodes
    )


def remembered(encoding: Encoding, known: Limits) -> int:
    """How many answers an information state tensor holds; none, if it would be too large."""
    moments = known.answers + known.draws
    return moments if encoding.size + encoding.recalled(moments) <= LARGEST else 0
