"""The batch in Python, one game after another: the fallback where the engine in C is missing."""

from array import array
from random import Random

import numpy as np
from attrs import define, field
from numpy.typing import NDArray

from rulespec.adapters.batch.rows import BatchArrays
from rulespec.adapters.encoding.actions import NO_OFFER, Encoding, Offer, Path
from rulespec.adapters.encoding.observations import Array, Observations
from rulespec.engine.pending import Over
from rulespec.engine.python.games import KeptGame
from rulespec.engine.python.position import Position
from rulespec.engine.python.program import Asking
from rulespec.game.api import State

_MASK = 2**64 - 1


@define(eq=False)
class _Game:
    """One of the games."""

    encoding: Encoding
    random: Random = field(factory=Random)
    picks: int = 0  # the state of its random actions
    state: State | None = None
    asking: Asking | None = None
    so_far: Path = ()  # the actions so far of a compound option
    offer: Offer = NO_OFFER

    def begin(self) -> None:
        self._arrive(State.begin(self.encoding.game, 0, random=self.random.random))

    def go_on_from(self, position: Position, dirty: int, turns: int) -> None:
        game = self.encoding.game
        where = {card: place for place, cards in enumerate(position.zones) for card in cards}
        self._arrive(State.standing(game, position, tuple(where[card] for card in sorted(where)), None, turns, dirty))

    def act(self, action: int) -> None:
        further = self.offer.after(action)
        if isinstance(further, Offer):
            self.so_far, self.offer = (*self.so_far, action), further
        else:
            assert self.state is not None
            self._arrive(self.state.next(further, self.random.random))

    def _arrive(self, state: State) -> None:
        ask = self.encoding.game.asks.get(state.snapshot.pc)
        self.state, self.so_far = state, ()
        self.asking = ask if isinstance(ask, Asking) else None
        self.offer = NO_OFFER if self.asking is None else self.encoding.offer(self.asking.site, state.raws)

    def pick(self) -> int:
        """A random legal action by SplitMix64, as in C."""
        self.picks = mixed = (self.picks + 0x9E3779B97F4A7C15) & _MASK
        mixed = ((mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ mixed >> 27) * 0x94D049BB133111EB) & _MASK
        share = ((mixed ^ mixed >> 31) >> 11) / 2**53
        legal = self.offer.actions
        return legal[int(share * len(legal))]


@define(eq=False, init=False)
class Singly:
    """Games of an encoding that fill the rows of a batch; see `rulespec.engine.python.games.Games`."""

    _rows: BatchArrays
    _games: list[_Game]
    _observations: Observations

    def __init__(self, encoding: Encoding, observations: Observations, rows: BatchArrays) -> None:
        games = [_Game(encoding) for _ in range(len(rows.asked))]
        self.__attrs_init__(rows, games, observations)

    def reset(self, seed: int | None) -> None:
        for at, game in enumerate(self._games):
            game.asking = None
            if seed is not None:
                game.random, game.picks = Random(seed + at), seed + at

    def illegal(self, actions: NDArray[np.int64]) -> int:
        pairs = enumerate(zip(self._games, actions.tolist(), strict=True))
        return next((at for at, (game, action) in pairs if game.asking and action not in game.offer.actions), -1)

    def step(self, actions: NDArray[np.int64]) -> None:
        for at, (game, action) in enumerate(zip(self._games, actions.tolist(), strict=True)):
            if game.asking:
                game.act(action)
            else:
                game.begin()
            self._tell(at, game)

    def play_out(self) -> None:
        for at, game in enumerate(self._games):
            while game.asking:
                game.act(game.pick())
            self._tell(at, game)

    def pick(self, actions: NDArray[np.int64]) -> None:
        actions[:] = [game.pick() if game.asking else 0 for game in self._games]

    def observe(self, seats: NDArray[np.int64], into: Array) -> None:
        for game, seat, row in zip(self._games, seats.tolist(), into, strict=True):
            self._observe(game, seat, row)

    def kept(self, game: int) -> KeptGame:
        here = self._games[game]
        assert here.state is not None
        return here.state.snapshot, here.so_far, array("I", here.random.getstate()[1]).tobytes(), here.picks

    def restore(
        self, game: int, position: Position, dirty: int, turns: int, so_far: Path, chance: bytes, picks: int
    ) -> None:
        here = self._games[game]
        here.random.setstate((Random.VERSION, tuple(array("I", chance)), None))
        here.picks = picks
        here.go_on_from(position, dirty, turns)
        for action in so_far:
            here.act(action)
        self._tell(game, here)

    def place(self, game: int) -> int:
        state = self._games[game].state
        assert state is not None
        return state.snapshot.pc

    def _observe(self, game: _Game, seat: int, into: Array) -> None:
        assert game.state is not None
        himself = game.asking is not None and seat == game.state.snapshot.own
        self._observations.observe(game.state, seat, game.so_far if himself else (), into)

    def _tell(self, at: int, game: _Game) -> None:
        rows, state = self._rows, game.state
        assert state is not None
        over = game.asking is None
        rows.asked[at] = -1 if over else state.snapshot.own
        rows.counts[at] = len(game.offer.actions)
        rows.mask[at] = False
        rows.mask[at, game.offer.actions] = True
        rows.over[at] = over
        rows.truncated[at] = over and state.turns > state.game.most_turns
        rows.returns[at] = 0
        if over:
            result = state.pending
            assert isinstance(result, Over)
            rows.returns[at] = list(map(float, result.returns))
        self._observe(game, 0 if over else state.snapshot.own, rows.observations[at])
