"""A batch: games of one ruleset stepped together."""

from operator import index
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rulespec.adapters.batch.alone import Alone
from rulespec.adapters.batch.layout import layout_of
from rulespec.adapters.batch.rows import BatchArrays, rows_for
from rulespec.adapters.batch.singly import Singly
from rulespec.adapters.encoding.actions import Encoding
from rulespec.adapters.encoding.observations import Observations
from rulespec.engine.python.games import Games
from rulespec.engine.python.program import Asking
from rulespec.game.api import Ruleset
from rulespec.language.errors import IllegalAction

MOST_THREADS = 256
MOST_GAMES = 2**24
MOST_SEED = 2**63


class Batch:
    """`count` games of a ruleset that are stepped together.

    A step takes one action (an atom of an answer) in each game and overwrites the arrays below, which are read-only.
    With `copy=True`, each step returns new arrays.

    `asked` (count), int64: the seat to act, -1 if the game is over; `mask` (count, actions), bool: the legal
    actions, none where the game is over; `counts` (count), int64: how many; `observations` (count, size), float32: what
    the seat that is asked sees, or seat 0 where the game is over; `over` (count), bool; `truncated` (count), bool:
    whether the game is over because of the limit of turns; `returns` (count, players), float64: 0 until the game is
    over.

    A finished game begins anew at the next step, which ignores its action. Game i plays exactly what an environment of
    `rulespec.pettingzoo` plays after `reset(seed=seed + i)`, and `reset()` after each end. Several threads play the
    same, and release the GIL. A pickle holds all games, which go on from there, by any engine.
    """

    def __init__(
        self, rules: Ruleset, players: int, count: int, seed: int, *, threads: int = 1, copy: bool = False
    ) -> None:
        if not isinstance(rules, Ruleset):
            raise TypeError(f"rules must be a Ruleset, not {rules!r}; rulespec.load(...) returns one")
        self.rules, self.players = rules, players
        self.encoding = Encoding(rules.game(players))
        observations = Observations(self.encoding)
        self.pieces = observations.pieces  # of an observation: names and sizes
        self.count = _within("count", count, 1, MOST_GAMES)
        self.threads = _within("threads", threads, 1, MOST_THREADS)
        rows = rows_for(self.count, players, len(self.encoding.actions), observations.size)
        self.copy, self._rows = copy, rows
        game, parts = self.encoding.game, min(self.threads, self.count)
        layout = layout_of(self.encoding, observations)
        games = game.engine.games(*game.opening(0), layout, rows.arrays, self.count, parts)
        self._games: Games = games or Singly(self.encoding, observations, rows)
        self._alone = Alone()
        self._show(rows.sealed())
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Restarts all games: with a seed like a new batch, without one with the next random numbers."""
        seed = None if seed is None else _within("seed", seed, 0, MOST_SEED)
        with self._alone:
            self._games.reset(seed)
            self._games.step(np.zeros(self.count, np.int64))
            self._show_copies()

    def step(self, actions: ArrayLike) -> None:
        """Takes one action in each game: `actions` (count) are integers. An `IllegalAction` changes nothing."""
        with self._alone:
            chosen = self._numbers("actions", actions)
            wrong = self._games.illegal(chosen)
            if wrong >= 0:
                raise self._illegal(wrong, int(chosen[wrong]))
            self._games.step(chosen)
            self._show_copies()

    def random_actions(self) -> NDArray[np.int64]:
        """A uniformly random legal action for each game (count), determined by the seed; 0 if the game is over."""
        with self._alone:
            actions = np.zeros(self.count, np.int64)
            self._games.pick(actions)
            return actions

    def play_out(self) -> None:
        """Plays each game to its end with `random_actions`; finished games do not change."""
        with self._alone:
            self._games.play_out()
            self._show_copies()

    def observe(self, seats: ArrayLike) -> NDArray[np.float32]:
        """The observations (count, size), float32, of one seat, or of one seat for each game, as a new array."""
        with self._alone:
            chosen = self._numbers("seats", np.broadcast_to(np.asarray(seats), self.count))
            if not ((chosen >= 0) & (chosen < self.players)).all():
                raise ValueError(f"seats must be from 0 to {self.players - 1}, not {seats!r}")
            seen = np.empty(self.observations.shape, np.float32)
            self._games.observe(chosen, seen)
            return seen

    def __reduce__(self) -> tuple[Any, ...]:
        with self._alone:
            games = []
            for snapshot, *others in map(self._games.kept, range(self.count)):
                games.append((snapshot.position, snapshot.dirty, snapshot.turns, *others))
        return _restored, (self.rules, self.players, self.count, self.threads, self.copy, games)

    def __repr__(self) -> str:
        return f"<{self.count} games of {self.rules.name} with {self.players} players>"

    def _show_copies(self) -> None:
        if self.copy:
            self._show(self._rows.copied())

    def _show(self, rows: BatchArrays) -> None:
        self.asked, self.mask, self.counts, self.observations = rows.asked, rows.mask, rows.counts, rows.observations
        self.over, self.truncated, self.returns = rows.over, rows.truncated, rows.returns

    def _numbers(self, name: str, given: ArrayLike) -> NDArray[np.int64]:
        numbers = np.asarray(given)
        if numbers.shape != (self.count,) or numbers.dtype.kind not in "iu":
            wrong = f"dtype {numbers.dtype} and shape {numbers.shape}"
            raise ValueError(f"{name} must be {self.count} integers, one for each game, not {wrong}")
        return np.ascontiguousarray(numbers, np.int64)

    def _illegal(self, game: int, action: int) -> IllegalAction:
        table, seat = self.encoding.game, int(self.asked[game])
        ask = table.asks[self._games.place(game)]
        assert isinstance(ask, Asking)
        legal = ", ".join(f"{each} ({self.encoding.actions[each]})" for each in np.flatnonzero(self.mask[game]))
        reason = f"game {game}: illegal action {action}, legal are {legal}: {ask.site.prompts[seat]}"
        return IllegalAction(reason, table.rules.rule_of(table.program.told(ask.site.origin).block))


def _restored(
    rules: Ruleset, players: int, count: int, threads: int, copy: bool, games: list[tuple[Any, ...]]
) -> Batch:
    """The batch of a pickle, each of whose games goes on as it would have gone on where it was pickled."""
    batch = Batch(rules, players, count, 0, threads=threads, copy=copy)
    for number, kept in enumerate(games):
        batch._games.restore(number, *kept)  # noqa: SLF001 (its own)
    batch._show_copies()  # noqa: SLF001
    return batch


def _within(name: str, given: Any, least: int, beyond: int) -> int:
    """A number from `least` to `beyond` - 1; else a `TypeError` or `ValueError`."""
    try:
        number = index(given)
    except TypeError:
        raise TypeError(f"{name} must be an integer, not {given!r}") from None
    if not least <= number < beyond:
        raise ValueError(f"{name} must be from {least} to {beyond - 1}, not {number}")
    return number
